import type { Node } from "./shell.ts";

/** A script for fish: `boothctl completion fish > ~/.config/fish/completions/boothctl.fish`. */
export function fishScript(nodes: readonly Node[]): string {
  const valued = [...new Set(nodes.flatMap(({ takesValue }) => takesValue))];
  const lines = nodes.flatMap(({ path, verbs, flags, choices, takesValue }) => {
    const here = `complete -c boothctl -n ${quote(`__boothctl_at ${quote(path)}`)}`;
    return [
      ...verbs.map(({ name, about }) => `${here} -f -a ${quote(name)} -d ${quote(about)}`),
      ...(choices[""] ?? []).map((word) => `${here} -f -a ${quote(word)}`),
      ...flags.map(({ name, about }) => {
        const words = choices[name] === undefined ? "" : ` -a ${quote(choices[name].join(" "))}`;
        return `${here} -l ${name.slice(2)} -d ${quote(about)}${takesValue.includes(name) ? ` ${words === "" ? "-r" : "-x"}${words}` : ""}`;
      }),
    ];
  });
  return `# Completion of boothctl for fish. Made by "boothctl completion fish"; do not edit.
function __boothctl_path
    set -l known ${nodes.flatMap(({ path }) => (path === "" ? [] : [quote(path)])).join(" ")}
    set -l valued ${valued.map(quote).join(" ")}
    set -l trail ""
    set -l skip 0
    for each in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if string match -q -- '-*' $each
            contains -- $each $valued; and set skip 1
        else
            set -l longer (string trim -- "$trail $each")
            contains -- $longer $known; and set trail $longer
        end
    end
    echo $trail
end
function __boothctl_at
    test (__boothctl_path) = "$argv[1]"
end
${lines.join("\n")}
`;
}

/** As fish reads it: only the backslash and the quote mean something between single quotes. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
