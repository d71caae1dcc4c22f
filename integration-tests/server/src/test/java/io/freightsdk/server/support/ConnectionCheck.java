package io.freightsdk.server.support;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the responses on a connection, as soon as they are complete, against the descriptions of
 * their requests. Does not check truncated responses and responses without a request.
 */
final class ConnectionCheck {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
  private static final Pattern TYPE = Pattern.compile("(?i)\r\ncontent-type: *([^\r]*)\r\n");
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

  private final SentRequests requests = new SentRequests();
  private final StringBuilder head = new StringBuilder();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private SentRequests.Request request;
  private int missing;
  private boolean inBody;
  private boolean ended;

  void sent(String text) {
    if (!ended) requests.add(text);
  }

  void received(int next) {
    if (ended) return;
    if (inBody) {
      body.write(next);
      missing--;
    } else {
      head.append((char) next);
      boolean whole = next == '\n' && head.lastIndexOf("\r\n\r\n") == head.length() - 4;
      if (!whole) return;
      startBody();
    }
    if (!ended && inBody && missing == 0) endResponse();
  }

  /** Stops checking, because a fault corrupts the following responses on purpose. */
  void end() {
    ended = true;
  }

  private void startBody() {
    boolean interim = status() < 200;
    if (interim) {
      head.setLength(0);
      return;
    }
    request = requests.next();
    Matcher length = LENGTH.matcher(head);
    ended = request == null || !length.find();
    if (ended) return;
    inBody = true;
    missing = request.method().equals("HEAD") ? 0 : Integer.parseInt(length.group(1));
  }

  private void endResponse() {
    check();
    head.setLength(0);
    body.reset();
    inBody = false;
  }

  private void check() {
    ResponseCheck.check(
        request.method(),
        request.path(),
        new ResponseCheck.ReceivedResponse(
            status(), type(), body.toString(StandardCharsets.UTF_8)));
  }

  private int status() {
    Matcher status = STATUS.matcher(head);
    if (!status.lookingAt()) throw new AssertionError("not the head of an answer: " + head);
    return Integer.parseInt(status.group(1));
  }

  private String type() {
    Matcher type = TYPE.matcher(head);
    return type.find() ? type.group(1) : "";
  }
}
