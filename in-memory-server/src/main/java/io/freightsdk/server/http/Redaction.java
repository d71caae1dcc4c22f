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

  /** Of a name, such as phone1: more are the number itself. */
  private static final int MOST_DIGITS_OF_NAME = 3;

  /** How far is looked for what a name is a part of. */
  private static final int NEAR_CHARACTERS = 256;

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
      Value value = Value.of(text, at, at + name.length(), name.equals("phone"));
      at = value.end;
      if (value.begin == value.end) continue;
      if (kept == null) kept = new StringBuilder(text.length());
      kept.append(text, copied, value.begin).append(value.needsQuotes ? '"' + MASK + '"' : MASK);
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
   * hold what ends another one; so is what a tag holds.
   *
   * @param needsQuotes whether it is a number or literal of JSON, which its mask is not
   */
  private record Value(int begin, int end, boolean needsQuotes) {
    private static final String SEPARATORS = " \t\r\n\\\"'";

    static Value of(String text, int nameBegin, int nameEnd, boolean isPhone) {
      int begin = nameBegin;
      int nearest = Math.max(0, nameBegin - NEAR_CHARACTERS);
      while (begin > nearest && isOfName(text.charAt(begin - 1))) begin--;
      int tag = begin;
      while (tag > nearest && (isOfName(text.charAt(tag - 1)) || text.charAt(tag - 1) == ':'))
        tag--;
      if (tag > 0 && text.charAt(tag - 1) == '<') return inTag(text, tag, nameEnd);
      Value assigned = assigned(text, nameEnd, isPhone);
      boolean isOfPart = assigned.isEmpty() && text.startsWith("name=\"", begin - 6);
      return isOfPart ? inPart(text, assigned.end) : assigned;
    }

    boolean isEmpty() {
      return begin == end;
    }

    /** The attributes of a tag and all up to its end tag; the rest of a body that is cut off. */
    private static Value inTag(String text, int tagBegin, int nameEnd) {
      int i = nameEnd;
      while (i < text.length() && isOfName(text.charAt(i), true)) i++;
      int close = text.indexOf('>', i);
      if (close < 0) return new Value(i, text.length(), false);
      if (text.charAt(close - 1) == '/') return new Value(i, close - 1, false);
      int end = text.indexOf("</" + text.substring(tagBegin, i), close);
      return new Value(close == i ? i + 1 : i, end < 0 ? text.length() : end, false);
    }

    /** What follows the headers of a part, one of which has named it. */
    private static Value inPart(String text, int from) {
      int last = Math.min(text.length(), from + NEAR_CHARACTERS);
      String near = text.substring(from, last);
      int blank = near.indexOf("\r\n\r\n");
      if (blank < 0) blank = near.indexOf("\n\n");
      if (blank < 0) return new Value(from, from, false);
      int begin = skip(text, from + blank, "\r\n");
      int end = text.indexOf("\n--", begin);
      return new Value(begin, end < 0 ? text.length() : end, false);
    }

    private static Value assigned(String text, int nameEnd, boolean isPhone) {
      int letters = nameEnd;
      while (letters < text.length() && isOfName(text.charAt(letters))) letters++;
      int separator = skip(text, endOfNumbered(text, letters), SEPARATORS);
      boolean isAssigned = isAt(text, separator, ":=>");
      int i = isAssigned ? separator : skip(text, letters, SEPARATORS);
      boolean isNumber = isPhone && isAt(text, i, "+(0123456789");
      if (!isAssigned && !isNumber) return new Value(i, i, false);
      // A quote ends a name of JSON; an escaped one is in a text, whose values need no quotes.
      String between = text.substring(letters, i);
      boolean isJson =
          isAssigned
              && text.charAt(i) == ':'
              && between.indexOf('"') >= 0
              && between.indexOf('\\') < 0;
      if (isAssigned) i = skip(text, i + 1, " \t\r\n");
      boolean isEscaped = isAt(text, i, "\\");
      i = skip(text, i, "\\");
      if (i == text.length()) return new Value(i, i, false);
      char c = text.charAt(i);
      if (c == '[' || c == '{') return new Value(i, text.length(), true);
      if (c == '"' || c == '\'')
        return new Value(i + 1, endOfText(text, i + 1, c, isEscaped), false);
      int end = i;
      while (end < text.length() && "&,;<>}]\"'\r\n".indexOf(text.charAt(end)) < 0) end++;
      return new Value(i, end, isJson);
    }

    /** The end of a name with numbers in it; of more digits they are no part of the name. */
    private static int endOfNumbered(String text, int letters) {
      int digits = 0;
      int i = letters;
      for (; i < text.length() && isOfName(text.charAt(i), true); i++) {
        if (isDigit(text.charAt(i)) && ++digits > MOST_DIGITS_OF_NAME) return letters;
      }
      return i;
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
      return isOfName(c, false);
    }

    private static boolean isOfName(char c, boolean orDigit) {
      return Character.isLetter(c) || c == '_' || c == '-' || c == '.' || (orDigit && isDigit(c));
    }

    private static boolean isAt(String text, int at, String oneOf) {
      return at < text.length() && oneOf.indexOf(text.charAt(at)) >= 0;
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
      for (int length = 1; length > 0; next += length) {
        boolean isDigit = next < text.length() && isDigit(text.charAt(next));
        length = isDigit ? 1 : separator(text, next);
        if (!isDigit) continue;
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

  /** The length of what may stand between the digits of a number; zero for anything else. */
  private static int separator(String text, int at) {
    if (at >= text.length()) return 0;
    char c = text.charAt(at);
    if (isSeparator(c)) return 1;
    if (c == '%') return escapedSeparator(text, at);
    if (c != '\\' || at + 1 == text.length()) return 0;
    char escaped = text.charAt(at + 1);
    if (escaped == '/' || escaped == 't') return 2;
    if (escaped != 'u' || at + 6 > text.length()) return 0;
    int code = hex(text, at + 2, at + 6);
    return code >= 0 && isSeparator((char) code) ? 6 : 0;
  }

  /** Of a form, in UTF-8: those beyond ASCII have two or three escapes. */
  private static int escapedSeparator(String text, int at) {
    boolean isPunctuation = text.regionMatches(true, at, "%E2%80%", 0, 7);
    if (isPunctuation && at + 9 <= text.length()) return 9;
    if (text.regionMatches(true, at, "%C2%A0", 0, 6)) return 6;
    int code = at + 3 > text.length() ? -1 : hex(text, at + 1, at + 3);
    return code > 0 && code < 0x80 && isSeparator((char) code) ? 3 : 0;
  }

  /**
   * A zero is between the digits of a text in UTF-16; a block of Unicode has the other blanks,
   * hyphens and marks of direction, which come with numbers that were copied.
   */
  private static boolean isSeparator(char c) {
    return " -.()/+\t\0\u00a0".indexOf(c) >= 0 || (c >= '\u2000' && c <= '\u202f');
  }

  /** The value of these digits; -1 if they are others. */
  private static int hex(String text, int begin, int end) {
    int value = 0;
    for (int i = begin; i < end; i++) {
      int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) return -1;
      value = 16 * value + digit;
    }
    return value;
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
