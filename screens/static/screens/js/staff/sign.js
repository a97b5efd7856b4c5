// Who signs, and their PIN: two fields of a dialog. `people` are [username, name] pairs.
import { t } from "../labels.js";

/** The fields of a signature; the PIN is typed on the keys of digits and never kept. */
export function pinFields(people) {
  return [
    { name: "signer", label: t("sign.who"), options: people },
    { name: "pin", label: t("sign.pin"), type: "password", inputmode: "numeric", pattern: "[0-9]{4,8}", maxlength: 8, autocomplete: "off", hint: t("sign.pin_help") },
  ];
}
