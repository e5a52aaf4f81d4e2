import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { parseChallenges } from "../daemon/devices/http/challenges.ts";
import { digestHeader, strongestDigest } from "../daemon/devices/http/digest.ts";
import { openSignIn } from "../daemon/devices/http/sign-in.ts";

const digest = suite("digest");

const answer = (challenges: string[], password: string, cnonce: string) => {
  const challenge = strongestDigest(parseChallenges(challenges));
  assert.ok(challenge);
  const request = { method: "GET", uri: "/dir/index.html", user: "Mufasa", password, cnonce, count: 1 };
  return digestHeader(challenge, request);
};
const responseOf = (header: string) => /response="([0-9a-f]+)"/.exec(header)?.[1];

const RFC7616 = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
const CNONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";

digest("the examples of RFC 7616 §3.9.1 come out, MD5 and SHA-256", () => {
  const md5 = answer([RFC7616("MD5")], "Circle of Life", CNONCE);
  assert.equal(
    md5,
    'Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="8ca523f5e9506fed4657c9700eebdbec", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
  );
  const sha256 = answer([RFC7616("SHA-256")], "Circle of Life", CNONCE);
  assert.equal(responseOf(sha256), "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1");
});

digest("the example of RFC 2617 §3.5 comes out, where no algorithm is named", () => {
  const header = answer(
    [
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    ],
    "Circle Of Life",
    "0a4f113b",
  );
  assert.equal(responseOf(header), "6629fae49393a05397450978507c4ef1");
  assert.doesNotMatch(header, /algorithm/);
});

digest("a device without qop is answered as RFC 2069 §2.4 does (with its erratum), without counter", () => {
  const challenge =
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
  const header = answer([challenge], "CircleOfLife", "unused");
  assert.equal(responseOf(header), "1949323746fe6a43ef61f9606e7febea");
  assert.doesNotMatch(header, /qop|nc=|cnonce/);
});

digest("of several challenges the strongest that is known is answered, in one header or in several", () => {
  const unknown = 'Digest realm="r", nonce="n", algorithm=SHA-512-256, qop="auth"';
  for (const offers of [
    [unknown, RFC7616("MD5"), RFC7616("SHA-256"), 'Basic realm="r"'],
    [`Basic realm="a, b", ${unknown}, ${RFC7616("MD5")}, ${RFC7616('"SHA-256"')}`],
  ])
    assert.equal(strongestDigest(parseChallenges(offers))?.hash, "sha256");
  assert.equal(strongestDigest(parseChallenges([unknown])), null);
  assert.equal(strongestDigest(parseChallenges(['Digest realm="r", nonce="n", qop="auth-int"'])), null);
});

digest("quoted strings are read and written with their escapes, and the name is hidden where that is asked for", () => {
  const header = answer(['Digest realm="gate \\"north\\" \\\\ 1", nonce="a,b=c", userhash=true, qop=auth'], "p", "c");
  assert.match(header, /realm="gate \\"north\\" \\\\ 1", /);
  assert.match(header, /nonce="a,b=c"/);
  assert.match(header, /userhash=true/);
  assert.doesNotMatch(header, /Mufasa/);
});

digest("any quoted string of a challenge is read back as it was, and nothing breaks the reader", () => {
  const value = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
  fc.assert(
    fc.property(value, value, (realm, nonce) => {
      const quote = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
      const [found, ...others] = parseChallenges([`Digest realm=${quote(realm)}, nonce=${quote(nonce)}`]);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [...(found?.params ?? [])],
        [
          ["realm", realm],
          ["nonce", nonce],
        ],
      );
    }),
  );
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (junk) => Array.isArray(parseChallenges([junk]))));
  assert.deepEqual(parseChallenges([`Digest ${'realm="'.repeat(2000)}`, `${"a".repeat(16_000)}`]).length, 2);
});

const OFFER = 'Digest realm="r", nonce="n1", qop="auth"';

digest("a nonce is used again with a growing counter, and a new one begins at 1", () => {
  const signIn = openSignIn({ user: "u", password: "p", signIn: "auto" }, () => "c");
  const counter = () => /nc=(\d+)/.exec(signIn.header("GET", "/") ?? "")?.[1];
  assert.equal(signIn.header("GET", "/"), null);
  assert.ok(signIn.learn([OFFER]));
  assert.deepEqual([counter(), counter(), counter()], ["00000001", "00000002", "00000003"]);
  assert.ok(signIn.learn([`${OFFER.replace("n1", "n2")}, stale=true`]));
  assert.equal(counter(), "00000001");
});

digest("a fresh nonce that is refused is a wrong password, unless the device calls it stale", () => {
  const signIn = openSignIn({ user: "u", password: "p", signIn: "auto" });
  signIn.learn([OFFER]);
  signIn.header("GET", "/");
  assert.ok(signIn.learn([`${OFFER}, stale=TRUE`]));
  signIn.header("GET", "/");
  assert.equal(signIn.learn([OFFER]), false);
  assert.match(signIn.giveUp([OFFER]), /refuses the user name or the password/);
  assert.equal(signIn.header("GET", "/"), null, "it begins anew");
});

digest("the password is sent in clear only where Basic is allowed and nothing better was ever offered", () => {
  const basic = ['Basic realm="r"'];
  const auto = openSignIn({ user: "u", password: "p", signIn: "auto" });
  assert.ok(auto.learn(basic));
  assert.equal(auto.header("GET", "/"), "Basic dTpw");
  const strict = openSignIn({ user: "u", password: "p", signIn: "digest" });
  assert.equal(strict.learn(basic), false);
  assert.match(strict.giveUp(basic), /not allowed or not known here: basic/);
  const lured = openSignIn({ user: "u", password: "p", signIn: "auto" });
  lured.learn([OFFER]);
  lured.giveUp([OFFER]);
  assert.equal(lured.learn(basic), false);
  assert.equal(openSignIn({ user: "u", password: "p", signIn: "basic" }).header("GET", "/"), "Basic dTpw");
  assert.equal(openSignIn({ user: undefined, password: undefined, signIn: "basic" }).header("GET", "/"), null);
});

digest.run();
