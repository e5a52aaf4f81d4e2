import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { ExchangeFailure } from "../daemon/devices/http/failure.ts";
import { atHost } from "../daemon/devices/onvif/onvif-client.ts";
import { passwordDigest } from "../daemon/devices/onvif/soap.ts";
import { escapeXml, findXml, parseXml, textAt } from "../daemon/devices/onvif/xml.ts";

const onvifXml = suite("onvif xml");

onvifXml("elements are found by their local names, with attributes, text and CDATA", () => {
  const root = parseXml(
    "\ufeff<?xml version='1.0'?><!-- hi --><s:Envelope xmlns:s=\"u\"><s:Body a:token = 'x&amp;y' >\n <Uri>http://c/?a=1&amp;b=&#x32;</Uri><![CDATA[<raw>]]></s:Body><s:Body/></s:Envelope>\n",
  );
  assert.equal(root.name, "Envelope");
  assert.equal(findXml(root, "Body")?.attributes.get("token"), "x&y");
  assert.equal(textAt(root, "Body", "Uri"), "http://c/?a=1&b=2");
  assert.equal(textAt(root, "Body"), "<raw>");
  assert.equal(textAt(root, "Body", "Nothing", "Below"), "");
});

onvifXml("document types, entities of their own, deep, huge and broken documents are refused", () => {
  for (const hostile of [
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    "<a>&b;</a>",
    "<a>&#0;</a>",
    "<a>&#x110000;</a>",
    "<a><b></a></b>",
    "<a></a><a></a>",
    "<a>",
    "</a>",
    "text",
    "",
    "<a b=c></a>",
    `${"<a>".repeat(200)}${"</a>".repeat(200)}`,
    `<a>${"x".repeat(300_000)}</a>`,
    `<a ${' b="1"'.repeat(20_000)}`,
    `<a>${"<!--".repeat(20_000)}`,
    `<a${" ".repeat(100_000)}`,
  ])
    assert.throws(() => parseXml(hostile), ExchangeFailure, hostile.slice(0, 40));
});

onvifXml("any text survives being escaped and read, and junk is refused or read but never breaks the reader", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 }).filter((each) => each.trim() === each);
  fc.assert(fc.property(text, (each) => assert.equal(textAt(parseXml(`<a>${escapeXml(each)}</a>`)), each)));
  const pieces = fc.array(
    fc.constantFrom("<a>", "</a>", "<b c='1'/>", "&amp;", "&", "<", ">", "]]>", "<!--", "-->", "x"),
  );
  fc.assert(
    fc.property(pieces, (each) => {
      try {
        assert.ok(parseXml(each.join("")).name);
      } catch (error) {
        assert.ok(error instanceof ExchangeFailure);
      }
    }),
  );
});

onvifXml("the password digest is that of the example in the ONVIF programmer's guide", () => {
  const nonce = Buffer.from("LKqI6G/AikKCQrN0zqZFlg==", "base64");
  const token = { nonce, createdAt: "2010-09-16T07:50:45Z", password: "userpassword" };
  assert.equal(passwordDigest(token), "tuOSpGlFlIXsozq4HFNeeGeFLEI=");
});

onvifXml("an address that a device gives is taken at the host of the settings, and never from https to http", () => {
  const at = (base: string, told: string) => atHost(new URL(base), told).href;
  const base = "http://10.0.0.21/onvif/device_service";
  assert.equal(at(base, "http://192.168.1.2:8080/snap?a=1"), "http://10.0.0.21:8080/snap?a=1");
  assert.equal(at(base, "http://admin:secret@10.0.0.21/snap"), "http://10.0.0.21/snap");
  assert.equal(at(base, "/snap"), "http://10.0.0.21/snap");
  assert.equal(at("https://10.0.0.21:8443/x", "http://10.0.0.21/snap"), "https://10.0.0.21:8443/snap");
  for (const told of ["file:///etc/passwd", "rtsp://10.0.0.21/live", "http://"])
    assert.throws(() => at(base, told), ExchangeFailure, told);
});

onvifXml.run();
