package io.freightsdk.server.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masks what a log must not hold: link tokens, phones, card tokens. */
final class Redaction {
  private static final String MASK = "***";
  private static final Pattern TOKEN = Pattern.compile("\\b((?:trk|drv)_)[0-9A-Za-z]+");
  private static final Pattern SENSITIVE =
      Pattern.compile(
          "(\"(?:driverPhone|cardToken|agentKey)\"\\s*:\\s*)(\"(?:[^\"\\\\]|\\\\.)*+\"?|[^,}\\s]+)");

  private Redaction() {}

  static String path(String path) {
    return path.indexOf('_') < 0 ? path : TOKEN.matcher(path).replaceAll("$1" + MASK);
  }

  static String body(String body) {
    String masked =
        SENSITIVE
            .matcher(body)
            .replaceAll(match -> Matcher.quoteReplacement(match.group(1) + '"' + MASK + '"'));
    return path(masked);
  }
}
