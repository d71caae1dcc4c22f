package io.freightsdk.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Masks secrets before a request is shown. In a path, only plain words, load numbers and broker ids
 * stay visible, because a key or a token may be anywhere in it, in any spelling. In a body, secret
 * members and everything that looks like a token or a phone number are masked.
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

  /** In small letters; what is in the value of a member with such a part in its name is secret. */
  private static final List<String> SECRET_NAMES =
      List.of("phone", "cardtoken", "card_token", "agentkey", "agent_key");

  /** A number that is not in such a member: with this many digits, apart from what groups them. */
  private static final int FEWEST_DIGITS = 8;

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
   * Whatever the body is written in: JSON in any spelling, a form, YAML or XML. Each character is
   * looked at a few times at most: a reader of the journal waits for thousands of bodies.
   */
  static String body(String body) {
    String text = body;
    if (text.contains("\\u00")) text = ESCAPE.matcher(text).replaceAll(Redaction::unescaped);
    return withoutNumbers(withoutTokens(withoutSecretMembers(text)));
  }

  private static String withoutSecretMembers(String text) {
    StringBuilder kept = null;
    int copied = 0;
    int at = 0;
    while (at < text.length()) {
      String name = secretNameAt(text, at);
      if (name == null) {
        at++;
        continue;
      }
      Value value = Value.after(text, at + name.length(), name.equals("phone"));
      at = value.end;
      if (value.begin == value.end) continue;
      if (kept == null) kept = new StringBuilder(text.length());
      kept.append(text, copied, value.begin).append(value.isQuoted ? MASK : '"' + MASK + '"');
      copied = value.end;
    }
    return kept == null ? text : kept.append(text, copied, text.length()).toString();
  }

  private static @Nullable String secretNameAt(String text, int at) {
    int first = text.charAt(at) | 0x20;
    if (first != 'p' && first != 'c' && first != 'a') return null;
    for (String name : SECRET_NAMES) {
      if (text.regionMatches(true, at, name, 0, name.length())) return name;
    }
    return null;
  }

  /**
   * The value that belongs to a name; empty if none follows the name, and then {@code end} is as
   * far as was looked. A list or an object is a value together with all after it, because it may
   * hold what ends another one.
   */
  private record Value(int begin, int end, boolean isQuoted) {
    static Value after(String text, int nameEnd, boolean isPhone) {
      int i = nameEnd;
      while (i < text.length() && isOfName(text.charAt(i))) i++;
      i = skip(text, i, " \t\r\n\\\"'");
      boolean isAssigned = i < text.length() && ":=>".indexOf(text.charAt(i)) >= 0;
      boolean isNumber =
          isPhone && i < text.length() && "+(0123456789".indexOf(text.charAt(i)) >= 0;
      if (!isAssigned && !isNumber) return new Value(i, i, false);
      boolean isOfJson = isAssigned && text.charAt(i) == ':';
      if (isAssigned) i = skip(text, i + 1, " \t\r\n");
      boolean isEscaped = i < text.length() && text.charAt(i) == '\\';
      i = skip(text, i, "\\");
      if (i == text.length()) return new Value(i, i, false);
      char c = text.charAt(i);
      if (c == '[' || c == '{') return new Value(i, text.length(), false);
      if (c == '"' || c == '\'')
        return new Value(i + 1, endOfText(text, i + 1, c, isEscaped), true);
      int end = i;
      while (end < text.length() && "&,;<>}]\"'\r\n".indexOf(text.charAt(end)) < 0) end++;
      return new Value(i, end, !isOfJson);
    }

    /** A body may be cut off within it. */
    private static int endOfText(String text, int begin, char quote, boolean isEscaped) {
      int i = begin;
      while (i < text.length() && text.charAt(i) != quote) {
        if (text.charAt(i) != '\\') i++;
        else if (isEscaped) return i;
        else i += 2;
      }
      return Math.min(i, text.length());
    }

    private static boolean isOfName(char c) {
      return Character.isLetter(c) || c == '_' || c == '-' || c == '.';
    }

    private static int skip(String text, int from, String what) {
      int i = from;
      while (i < text.length() && what.indexOf(text.charAt(i)) >= 0) i++;
      return i;
    }
  }

  /** Numbers with a country code, which begin with a plus. */
  private static String withoutNumbers(String text) {
    StringBuilder kept = null;
    int copied = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isEscaped = c == '%' && text.regionMatches(true, i, "%2B", 0, 3);
      if (c != '+' && !isEscaped) continue;
      int begin = isEscaped ? i + 3 : i + 1;
      int digits = 0;
      int end = begin;
      int next = begin;
      for (; next < text.length() && isOfNumber(text.charAt(next)); next++) {
        if (!isDigit(text.charAt(next))) continue;
        digits++;
        end = next + 1;
      }
      i = next - 1;
      if (digits < FEWEST_DIGITS) continue;
      if (kept == null) kept = new StringBuilder(text.length());
      kept.append(text, copied, begin).append(MASK);
      copied = end;
    }
    return kept == null ? text : kept.append(text, copied, text.length()).toString();
  }

  /** A zero is between the digits of a text in UTF-16. */
  private static boolean isOfNumber(char c) {
    return isDigit(c) || " -.()/\0".indexOf(c) >= 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
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
    boolean plain = Character.isLetterOrDigit(c) || c == '_' || c == '+';
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
