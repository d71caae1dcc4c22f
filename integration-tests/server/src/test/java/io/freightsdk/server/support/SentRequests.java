package io.freightsdk.server.support;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The requests that a test wrote to a connection, in their order. */
final class SentRequests {
  private static final Pattern LINE = Pattern.compile("([A-Z]+) (\\S+) HTTP/1\\.[01]\r\n");
  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");
  private static final Pattern CODED = Pattern.compile("(?i)\r\ntransfer-encoding:");

  private final StringBuilder sent = new StringBuilder();

  record Request(String method, String path) {}

  void add(String text) {
    sent.append(text);
  }

  /** The next request; null after an incomplete request and after a body in chunks. */
  Request next() {
    Matcher line = LINE.matcher(sent);
    if (!line.lookingAt()) return null;
    Request request = new Request(line.group(1), line.group(2));
    int endOfHead = sent.indexOf("\r\n\r\n") + 4;
    String head = sent.substring(0, endOfHead < 4 ? sent.length() : endOfHead);
    Matcher length = LENGTH.matcher(head);
    long end = endOfHead + (length.find() ? Long.parseLong(length.group(1)) : 0);
    boolean isWhole = endOfHead >= 4 && !CODED.matcher(head).find() && end <= sent.length();
    sent.delete(0, isWhole ? (int) end : sent.length());
    return request;
  }
}
