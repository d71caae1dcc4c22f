package io.freightsdk.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks what a log must not hold. Of a path only words, load numbers and brokers are kept, whether
 * a route has it or not: a key or a token can stand anywhere, in any spelling. Of a body the
 * members that are secret, and whatever looks like a token.
 */
final class Redaction {
  private static final int MOST_CHARACTERS = 256;
  private static final String MASK = "***";
  private static final Pattern HARMLESS =
      Pattern.compile(
          "|v[0-9]|_{0,2}[A-Za-z][A-Za-z._-]{0,31}|[0-9]{1,4}|LD-[0-9]{1,4}-[0-9]{1,12}|brk_[0-9a-f]+");
  private static final Pattern PREFIX = Pattern.compile("(?i)(trk|drv|fak)_.*");
  private static final Pattern TOKEN = Pattern.compile("(?i)\\b((?:trk|drv|fak)_)[0-9a-z]+");
  private static final Pattern ESCAPE = Pattern.compile("\\\\u00([0-9a-fA-F]{2})");
  private static final Pattern SENSITIVE =
      Pattern.compile(
          "(\"(?:driverPhone|cardToken|agentKey)\"\\s*:\\s*)(\"(?:[^\"\\\\]|\\\\.)*+\"?|[^,}\\s]+)");

  private Redaction() {}

  static String path(String rawPath) {
    String path = decoded(rawPath);
    StringBuilder kept = new StringBuilder(path.length());
    String before = "";
    for (String segment : path.split("/", -1)) {
      if (kept.length() > 0 || !segment.isEmpty()) kept.append('/');
      boolean isKey = before.equalsIgnoreCase("keys");
      kept.append(!isKey && HARMLESS.matcher(segment).matches() ? segment : masked(segment));
      if (kept.length() > MOST_CHARACTERS) return kept.substring(0, MOST_CHARACTERS) + "...";
      before = segment;
    }
    return kept.length() == 0 ? "/" : kept.toString();
  }

  static String body(String body) {
    String plain = ESCAPE.matcher(body).replaceAll(Redaction::unescaped);
    String masked =
        SENSITIVE
            .matcher(plain)
            .replaceAll(match -> Matcher.quoteReplacement(match.group(1) + '"' + MASK + '"'));
    return TOKEN.matcher(masked).replaceAll("$1" + MASK);
  }

  private static String masked(String segment) {
    Matcher prefixed = PREFIX.matcher(segment);
    return prefixed.matches() ? prefixed.group(1) + "_" + MASK : MASK;
  }

  /** The letter that an escape stands for; quotes and the like keep theirs. */
  private static String unescaped(MatchResult escape) {
    char c = (char) Integer.parseInt(escape.group(1), 16);
    boolean plain = Character.isLetterOrDigit(c) || c == '_';
    return Matcher.quoteReplacement(plain ? String.valueOf(c) : escape.group());
  }

  /** Escapes resolved until none is left, as a path may be escaped twice. */
  private static String decoded(String path) {
    String text = path;
    for (int i = 0; i < 3 && text.indexOf('%') >= 0; i++) text = decodedOnce(text);
    return text;
  }

  private static String decodedOnce(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notAnEscape) {
      return text;
    }
  }
}
