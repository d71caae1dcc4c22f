package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import okio.ByteString;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What came back on one request.
 *
 * @param status 0 if no answer came
 * @param headers names in lower case and values, in order
 * @param body its first bytes, at most a MiB
 * @param at when the request was sent
 * @param took until the last byte
 * @param wasSent whether the request may have left this machine
 * @param lost why no answer came, in our words; null if one came
 * @param odd why its body cannot be read; null if it can
 */
record Answer(
    Operation operation,
    int status,
    List<Header> headers,
    ByteString body,
    Instant at,
    Duration took,
    boolean wasSent,
    @Nullable String lost,
    @Nullable Odd odd) {

  /** What HTTP does not allow in an answer that came. */
  enum Odd {
    BODY_THAT_MAY_NOT_BE("it came with a body, which this status cannot have"),
    NO_GZIP("its body is marked as gzip and cannot be unpacked");

    final String words;

    Odd(String words) {
      this.words = words;
    }
  }

  record Header(String name, String value) {}

  /** The first value of a header; null without one. */
  @Nullable String header(String name) {
    for (Header header : headers) {
      if (header.name().equals(name.toLowerCase(Locale.ROOT))) return header.value();
    }
    return null;
  }

  /** The body as JSON; null if it is not. */
  @Nullable JsonNode json() {
    return Description.PUBLISHED.read(body.toByteArray());
  }

  /** Text of a member of the body; null if there is none. */
  @Nullable String text(String member) {
    JsonNode json = json();
    JsonNode found = json == null ? null : json.get(member);
    return found != null && found.isString() ? found.stringValue() : null;
  }

  String bodyText() {
    return body.utf8();
  }

  /** Neither headers nor body, which hold secrets. */
  @Override
  public String toString() {
    return "Answer[" + operation.id() + ", status=" + status + ", lost=" + lost + "]";
  }
}
