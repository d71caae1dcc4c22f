package io.freightsdk.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
          "|v[0-9]|_{0,2}(?!(?i:trk|drv|fak)_)[A-Za-z][A-Za-z._-]{0,31}|[0-9]{1,4}|LD-[0-9]{1,4}-[0-9]{1,12}|brk_[0-9a-f]+");
  private static final List<String> PREFIXES = List.of("trk", "drv", "fak");
  private static final Pattern PREFIX = Pattern.compile("(?i)(trk|drv|fak)_.*");
  private static final Pattern TOKEN = Pattern.compile("(?i)\\b((?:trk|drv|fak)_)[0-9a-z]+");
  private static final Pattern ESCAPE = Pattern.compile("\\\\u00([0-9a-fA-F]{2})");

  private static final List<String> SECRETS = List.of("driverPhone", "cardToken", "agentKey");

  /** With its value: a text, which may be cut off, a list or object and all after it, or a word. */
  private static final Pattern SECRET_MEMBER =
      Pattern.compile(
          "(?s)(\"(?:"
              + String.join("|", SECRETS)
              + ")\"\\s*:\\s*)"
              + "(?:\"(?:[^\"\\\\]++|\\\\.)*+(?:\"|\\\\)?|[\\[{].*|[^\\s,}]*)");

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

  /**
   * Every call pays for it: what most bodies do not contain is looked for before it is replaced.
   */
  static String body(String body) {
    String text = body;
    if (text.contains("\\u00")) text = ESCAPE.matcher(text).replaceAll(Redaction::unescaped);
    if (SECRETS.stream().anyMatch(text::contains)) {
      text = SECRET_MEMBER.matcher(text).replaceAll("$1\"" + MASK + "\"");
    }
    return mayHaveToken(text) ? TOKEN.matcher(text).replaceAll("$1" + MASK) : text;
  }

  private static boolean mayHaveToken(String text) {
    for (int i = text.indexOf('_'); i >= 0; i = text.indexOf('_', i + 1)) {
      for (String prefix : PREFIXES) {
        if (text.regionMatches(true, i - prefix.length(), prefix, 0, prefix.length())) return true;
      }
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
