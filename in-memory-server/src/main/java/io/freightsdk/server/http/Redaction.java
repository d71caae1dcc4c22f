package io.freightsdk.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks secrets before a request is logged. In a path, only plain words, load numbers and broker
 * ids stay visible, because a key or a token may be anywhere in it, in any spelling. In a body,
 * secret members and everything that looks like a token are masked.
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
  private static final List<String> SECRET_MEMBERS =
      List.of("\"driverPhone\"", "\"cardToken\"", "\"agentKey\"");

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
    // A cheap search first: a pattern over every body would cost more than the call itself.
    String plain =
        body.contains("\\u00") ? ESCAPE.matcher(body).replaceAll(Redaction::unescaped) : body;
    for (String member : SECRET_MEMBERS) plain = withoutValueOf(member, plain);
    return mayHoldToken(plain) ? TOKEN.matcher(plain).replaceAll("$1" + MASK) : plain;
  }

  /** The text with every value of this member masked. */
  private static String withoutValueOf(String member, String text) {
    StringBuilder masked = null;
    int kept = 0;
    for (int at = text.indexOf(member); at >= 0; at = text.indexOf(member, at + 1)) {
      int colon = afterBlanks(text, at + member.length());
      if (at < kept || colon == text.length() || text.charAt(colon) != ':') continue;
      int begin = afterBlanks(text, colon + 1);
      if (masked == null) masked = new StringBuilder(text.length());
      masked.append(text, kept, begin).append('"').append(MASK).append('"');
      kept = endOfValue(text, begin);
    }
    return masked == null ? text : masked.append(text, kept, text.length()).toString();
  }

  private static int afterBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    return at;
  }

  /**
   * The end of a value: after the quote of a string, after the last bracket of an object or list,
   * and otherwise where the next member begins. A truncated value ends with the body.
   */
  private static int endOfValue(String text, int begin) {
    int depth = 0;
    boolean quoted = false;
    for (int at = begin; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quoted) {
        if (c == '\\') at++;
        quoted = c != '"';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        if (depth == 0) return at;
        depth--;
      } else if (depth == 0 && (c == ',' || Character.isWhitespace(c))) {
        return at;
      } else {
        continue;
      }
      boolean isWhole = !quoted && depth == 0;
      if (isWhole) return at + 1;
    }
    return text.length();
  }

  private static boolean mayHoldToken(String text) {
    for (int at = text.indexOf('_'); at >= 0; at = text.indexOf('_', at + 1)) {
      if (at < 3) continue;
      String before = text.substring(at - 3, at).toLowerCase(Locale.ROOT);
      if (before.equals("trk") || before.equals("drv") || before.equals("fak")) return true;
    }
    return false;
  }

  private static String masked(String segment) {
    Matcher prefixed = PREFIX.matcher(segment);
    return prefixed.matches() ? prefixed.group(1) + "_" + MASK : MASK;
  }

  /** The letter of an escape; escaped quotes and control characters stay escaped. */
  private static String unescaped(MatchResult escape) {
    char c = (char) Integer.parseInt(escape.group(1), 16);
    boolean plain = Character.isLetterOrDigit(c) || c == '_';
    return Matcher.quoteReplacement(plain ? String.valueOf(c) : escape.group());
  }

  /** Decodes escapes up to three times, because a path may be escaped more than once. */
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
