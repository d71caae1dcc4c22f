package io.freightsdk.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Masks secrets before a request is shown. In a path, only plain words, load numbers and broker ids
 * stay visible, because a key or a token may be anywhere in it, in any spelling. In a body, secret
 * members and everything that looks like a token are masked.
 */
final class Redaction {
  private static final int MOST_CHARACTERS = 256;
  private static final String MASK = "***";
  private static final Pattern HARMLESS =
      Pattern.compile(
          "|v[0-9]|_{0,2}(?!(?i:trk|drv|fak)_)[A-Za-z][A-Za-z._-]{0,31}|[0-9]{1,4}|LD-[0-9]{1,4}-[0-9]{1,12}|brk_[0-9a-f]+");
  private static final List<String> PREFIXES = List.of("trk", "drv", "fak");
  private static final Pattern PREFIX = Pattern.compile("(?i)(trk|drv|fak)_.*");
  private static final Pattern ESCAPE = Pattern.compile("\\\\u00([0-9a-fA-F]{2})");

  private static final List<String> SECRETS =
      List.of("\"driverPhone\"", "\"cardToken\"", "\"agentKey\"");

  /** With its value: a text, which may be cut off, a list or object and all after it, or a word. */
  private static final Pattern SECRET_MEMBER =
      Pattern.compile(
          "(?s)((?:"
              + String.join("|", SECRETS)
              + ")\\s*:\\s*)"
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
   * Tries a pattern only where a secret may begin: a reader of the journal waits for thousands of
   * bodies.
   */
  static String body(String body) {
    String text = body;
    if (text.contains("\\u00")) text = ESCAPE.matcher(text).replaceAll(Redaction::unescaped);
    return withoutTokens(withoutSecretMembers(text));
  }

  private static String withoutSecretMembers(String text) {
    int at = nextSecret(text, 0);
    if (at < 0) return text;
    StringBuilder kept = new StringBuilder(text.length());
    Matcher member = SECRET_MEMBER.matcher(text);
    int copied = 0;
    while (at >= 0) {
      int next = at + 1;
      if (member.region(at, text.length()).lookingAt()) {
        kept.append(text, copied, member.end(1)).append('"').append(MASK).append('"');
        copied = member.end();
        next = copied;
      }
      at = nextSecret(text, next);
    }
    return kept.append(text, copied, text.length()).toString();
  }

  /** Where the name of a secret member may be; -1 if there is none. */
  private static int nextSecret(String text, int from) {
    int first = -1;
    for (String secret : SECRETS) {
      int at = text.indexOf(secret, from);
      if (at >= 0 && (first < 0 || at < first)) first = at;
    }
    return first;
  }

  private static String withoutTokens(String text) {
    StringBuilder kept = null;
    int copied = 0;
    for (int i = text.indexOf('_'); i >= 0; i = text.indexOf('_', i + 1)) {
      if (!endsPrefix(text, i)) continue;
      int end = i + 1;
      while (end < text.length() && isOfToken(text.charAt(end))) end++;
      if (end == i + 1) continue;
      if (kept == null) kept = new StringBuilder(text.length());
      kept.append(text, copied, i + 1).append(MASK);
      copied = end;
    }
    return kept == null ? text : kept.append(text, copied, text.length()).toString();
  }

  /** Whether a word begins before this underscore with the prefix of a token, and is no more. */
  private static boolean endsPrefix(String text, int underscore) {
    for (String prefix : PREFIXES) {
      int begin = underscore - prefix.length();
      if (!text.regionMatches(true, begin, prefix, 0, prefix.length())) continue;
      char before = begin == 0 ? ' ' : text.charAt(begin - 1);
      return !Character.isLetterOrDigit(before) && before != '_';
    }
    return false;
  }

  private static boolean isOfToken(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
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
