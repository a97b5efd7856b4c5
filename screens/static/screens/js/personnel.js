// The people who work in the hall: the pages come drawn from the house; here are their deeds, and their parts are asked for again.
import { Refusal } from "./deeds.js";
import { t } from "./labels.js";
import { toast } from "./toast.js";
import { ask } from "./staff/ask.js";
import { drawnByTheHouse } from "./staff/parts.js";
import { handOver } from "./personnel/handover.js";
import { rotaWork } from "./personnel/rota.js";

// What happens elsewhere in the house and changes what is drawn here.
const { house, draw } = drawnByTheHouse(["StaffEngaged", "StaffPostsSet", "StaffLicenceSet", "StaffRenamed", "StaffEnded", "StaffReturned",
  "PasswordGiven", "PasswordChosen", "PinCleared", "TurnsPlanned", "TurnDropped", "StaffPosted", "SessionOpened", "SessionClosed"]);

const POSTS = JSON.parse(document.querySelector("#posts").textContent);

async function done(name, body, said = t("personnel.done")) {
  const answer = await house.strict(name, body);
  if (said) toast(said, "good");
  await draw();
  return answer;
}

/** A tick for each post; `has` are those the person has now. */
const postFields = (has = []) => POSTS.map(([post, words]) => ({ name: post, label: words, type: "check", value: has.includes(post) }));

function chosenPosts(values) {
  const posts = POSTS.map(([post]) => post).filter((post) => values[post]);
  if (!posts.length) throw new Refusal({ code: "bad_input", message: t("personnel.posts.none") }, 400);
  return posts;
}

const documentFields = ({ number = "", issued = "", until = "" } = {}) => [
  { name: "licence_no", label: t("personnel.licence_no"), value: number, maxlength: 40, required: false },
  { name: "licence_issued", label: t("personnel.licence_issued"), type: "date", value: issued, required: false },
  { name: "licence_until", label: t("personnel.licence_until"), hint: t("personnel.licence_until_hint"), type: "date", value: until, required: false },
];
const documentOf = ({ licence_no, licence_issued, licence_until }) => ({ licence_no, licence_issued, licence_until });

/** Does a deed that gives a one-time password, then shows it the only time. */
async function withPassword(username, name, body) {
  const answer = await house.strict(name, body);
  await draw();
  return { username, ...answer };
}

const work = {
  ...rotaWork(done),
  async engage() {
    const given = await ask({
      title: t("personnel.engage.title"), lead: t("personnel.engage.lead"), yes: t("personnel.engage.do"), wide: true,
      fields: [
        { name: "username", label: t("personnel.username"), hint: t("personnel.username_hint"), maxlength: 30, autocapitalize: "none", spellcheck: "false" },
        { name: "name", label: t("personnel.name"), maxlength: 120 },
        ...postFields(), ...documentFields(),
      ],
      run: (values) => {
        const username = values.username.toLowerCase();
        return withPassword(username, "engage_staff", { username, name: values.name, posts: chosenPosts(values), ...documentOf(values) });
      },
    });
    if (given) await handOver(given);
  },
  posts: ({ username, name, has }) => ask({
    title: t("personnel.posts.title", { name }), lead: t("personnel.posts.lead"), yes: t("personnel.posts.do"),
    fields: postFields(has.split(" ")),
    run: (values) => done("set_staff_posts", { username, posts: chosenPosts(values) }),
  }),
  rename: ({ username, name }) => ask({
    title: t("personnel.rename.title", { username }), yes: t("personnel.rename.do"),
    fields: [{ name: "name", label: t("personnel.name"), value: name, maxlength: 120 }],
    run: (values) => done("rename_staff", { username, name: values.name }),
  }),
  document: ({ username, name, ...facts }) => ask({
    title: t("personnel.document.title", { name }), lead: t("personnel.document.lead"), yes: t("personnel.document.do"),
    fields: documentFields(facts),
    run: (values) => done("set_staff_document", { username, ...documentOf(values) }),
  }),
  end: ({ username, name }) => ask({
    title: t("personnel.end.title", { name }), lead: t("personnel.end.lead"), yes: t("personnel.end.do"), danger: true,
    run: () => done("end_staff", { username }),
  }),
  async back({ username, name }) {
    const given = await ask({
      title: t("personnel.back.title", { name }), lead: t("personnel.back.lead"), yes: t("personnel.back.do"),
      run: () => withPassword(username, "let_staff_back", { username }),
    });
    if (given) await handOver(given);
  },
  async password({ username, name }) {
    const given = await ask({
      title: t("personnel.password.title", { name }), lead: t("personnel.password.lead"), yes: t("personnel.password.do"), danger: true,
      run: () => withPassword(username, "give_password", { username }),
    });
    if (given) await handOver(given);
  },
  pin: ({ username, name }) => ask({
    title: t("personnel.pin.title", { name }), lead: t("personnel.pin.lead"), yes: t("personnel.pin.do"),
    run: () => done("clear_pin", { username }),
  }),
  print: () => window.print(),
};

document.addEventListener("click", (press) => {
  const key = press.target.closest("[data-do]");
  if (key) work[key.dataset.do](key.dataset);
});
house.start();
