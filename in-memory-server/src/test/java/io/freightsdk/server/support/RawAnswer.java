package io.freightsdk.server.support;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An answer as it came over a socket, each byte a character. */
record RawAnswer(int status, String body) {
  private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (\\S+) HTTP/1\\.[01]\r\n");
  private static final Pattern HEAD = Pattern.compile("(?s)HTTP/1\\.1 (\\d{3}) .*?\r\n\r\n");
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

  /**
   * Checks the first answer to what was sent. What is no request, and what was cut off, has nothing
   * to be checked by.
   */
  static void check(String sent, String answer) {
    Matcher request = REQUEST.matcher(sent);
    RawAnswer first = first(answer);
    if (!request.lookingAt() || first == null) return;
    ResponseCheck.check(request.group(1), request.group(2), first.status, first.body);
  }

  private static RawAnswer first(String answer) {
    Matcher head = HEAD.matcher(answer);
    if (!head.lookingAt()) return null;
    Matcher length = LENGTH.matcher(head.group());
    if (!length.find()) return null;
    int end = head.end() + Integer.parseInt(length.group(1));
    if (end > answer.length()) return null;
    byte[] body = answer.substring(head.end(), end).getBytes(StandardCharsets.ISO_8859_1);
    return new RawAnswer(Integer.parseInt(head.group(1)), new String(body, StandardCharsets.UTF_8));
  }
}
