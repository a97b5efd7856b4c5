// A camera by WebRTC, asked for by WHEP: one POST of what we offer, answered by what is sent. MediaMTX gives it out.

import {watched} from "./overlay_pictures.js";

const GATHER_MS = 1000;

// All addresses go with the offer; in a house network they are known at once, and nobody outside is asked.
function gathered(peer) {
  return new Promise((done) => {
    setTimeout(done, GATHER_MS);
    peer.addEventListener("icegatheringstatechange", () => peer.iceGatheringState === "complete" && done());
  });
}

async function ask(peer, url) {
  peer.addTransceiver("video", {direction: "recvonly"});
  await peer.setLocalDescription(await peer.createOffer());
  await gathered(peer);
  const answer = await fetch(url, {
    method: "POST", headers: {"Content-Type": "application/sdp"}, body: peer.localDescription.sdp,
  });
  if (!answer.ok) {
    throw new Error("WHEP " + answer.status);
  }
  await peer.setRemoteDescription({type: "answer", sdp: await answer.text()});
  return answer.headers.get("Location");
}

// Gives what ends it: the far end is told, so that it need not find out.
export function whep(place, url, on) {
  const peer = new RTCPeerConnection();
  let ended = false;
  let session = null;
  const leave = () => session && fetch(session, {method: "DELETE"}).catch(() => {});
  const end = watched(place, on, (node) => {
    peer.ontrack = (event) => { node.srcObject = event.streams[0] || new MediaStream([event.track]); };
  });
  peer.onconnectionstatechange = () => peer.connectionState === "failed" && on.lost();
  ask(peer, url).then((location) => {
    session = location && new URL(location, new URL(url, document.baseURI)).href;
    if (ended) {
      leave();
    }
  }).catch(on.lost);
  return () => {
    ended = true;
    end();
    peer.close();
    leave();
  };
}
