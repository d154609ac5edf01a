/** A receiver that verifies what it is sent, as the guide shows it too. */
export type Sample = {
  name: string
  /** The word behind the fence in the guide. */
  language: string
  code: string
}

const typescript = String.raw`
import { createServer } from 'node:http'
import { verifyWebhook, WebhookRefused } from '@corridor/client'

const secret = process.env.WEBHOOK_SECRET ?? ''

createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  try {
    const rawBody = Buffer.concat(parts)
    const event = await verifyWebhook({ secret, headers: request.headers, rawBody })
    // Keep it under event.eventId, answer, then act: the same event may come again.
    console.log(event.sequence, event.eventCategory, event.eventType, event.eventStatus)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookRefused ? 400 : 500).end()
  }
}).listen(3000)
`

const node = String.raw`
import { createServer } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  try {
    const event = webhook.verify(Buffer.concat(parts), request.headers)
    // Keep it under event.eventId, answer, then act: the same event may come again.
    console.log(event.sequence, event.eventCategory, event.eventType, event.eventStatus)
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end()
  }
}).listen(3000)
`

const python = String.raw`
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def is_ours(headers, body):
    id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{id}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256))
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, one.encode()) for one in given)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        good = is_ours(self.headers, body)
        if good:
            event = json.loads(body)
            # Keep it under event["eventId"], answer, then act: the same event may come again.
            print(event["sequence"], event["eventCategory"], event["eventStatus"], flush=True)
        self.send_response(204 if good else 400)
        self.end_headers()

ThreadingHTTPServer(("", 3000), Receiver).serve_forever()
`

const go = String.raw`
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

func isOurs(key []byte, header http.Header, body []byte) bool {
	id, sentAt := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, sentAt, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

func main() {
	secret := strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_")
	key, err := base64.StdEncoding.DecodeString(secret)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64*1024))
		if err != nil || !isOurs(key, r.Header, body) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var event struct {
			EventID, EventCategory, EventStatus string
			Sequence                            int64
		}
		if err := json.Unmarshal(body, &event); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		// Keep it under EventID, answer, then act: the same event may come again.
		log.Println(event.Sequence, event.EventCategory, event.EventStatus)
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":3000", nil))
}
`

const java = String.raw`
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  static boolean isOurs(byte[] key, Headers headers, byte[] body) throws Exception {
    String id = headers.getFirst("webhook-id");
    String sentAt = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (id == null || sentAt == null || signatures == null) return false;
    if (!sentAt.matches("\\d{1,11}")) return false;
    long age = System.currentTimeMillis() / 1000 - Long.parseLong(sentAt);
    if (Math.abs(age) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + sentAt + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
    for (String given : signatures.split(" "))
      if (MessageDigest.isEqual(expected, given.getBytes())) return true;
    return false;
  }

  public static void main(String[] arguments) throws Exception {
    String secret = System.getenv("WEBHOOK_SECRET").replaceFirst("^whsec_", "");
    byte[] key = Base64.getDecoder().decode(secret);
    HttpServer server = HttpServer.create(new InetSocketAddress(3000), 0);
    server.createContext("/", exchange -> {
      try (exchange) {
        byte[] body = exchange.getRequestBody().readAllBytes();
        boolean good = isOurs(key, exchange.getRequestHeaders(), body);
        // Keep it under its eventId, answer, then act: the same event may come again.
        if (good) System.out.println(new String(body, StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(good ? 204 : 400, -1);
      } catch (Exception error) {
        throw new java.io.IOException(error);
      }
    });
    server.start();
  }
}
`

/** In the order in which the guide shows them. */
export const samples: readonly Sample[] = [
  { name: 'TypeScript', language: 'ts', code: typescript.trim() },
  { name: 'Node.js', language: 'js', code: node.trim() },
  { name: 'Python', language: 'python', code: python.trim() },
  { name: 'Go', language: 'go', code: go.trim() },
  { name: 'Java', language: 'java', code: java.trim() },
]
