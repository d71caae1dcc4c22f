package io.freightsdk.server.service.order;

import io.freightsdk.json.FreightJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a JSON object and collects the dotted paths of missing and invalid members.
 * JSON null counts as absent.
 */
final class FieldReader {
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final Map<?, ?> object;
  private final String prefix;
  private final List<String> invalid;

  /**
   * A reader of {@code object}.
   *
   * @param prefix the start of its paths: empty for the body, {@code pickups.0.} for a stop
   */
  FieldReader(Map<?, ?> object, String prefix, List<String> invalid) {
    this.object = object;
    this.prefix = prefix;
    this.invalid = invalid;
  }

  /** The trimmed text of a required member; empty, and recorded as invalid, if there is none. */
  String requiredText(String name, Predicate<String> valid) {
    String text = object.get(name) instanceof String value ? trim(value) : null;
    if (text != null && valid.test(text)) return text;
    addInvalid(name);
    return "";
  }

  /** The trimmed text of an optional member; null if absent or empty. */
  @Nullable String text(String name) {
    Object value = object.get(name);
    if (value == null) return null;
    if (value instanceof String text) {
      String trimmed = trim(text);
      return trimmed.isEmpty() ? null : trimmed;
    }
    addInvalid(name);
    return null;
  }

  /** An optional number of at least zero; null if absent or invalid. */
  @Nullable Double nonNegativeNumber(String name) {
    return number(name, number -> number.signum() >= 0 && hasModestScale(number));
  }

  /** An optional coordinate in degrees, from {@code -limit} to {@code limit}. */
  @Nullable Double coordinate(String name, double limit) {
    return number(name, number -> Math.abs(number.doubleValue()) <= limit);
  }

  private @Nullable Double number(String name, Predicate<BigDecimal> valid) {
    Object value = object.get(name);
    if (value == null) return null;
    if (value instanceof BigDecimal number && valid.test(number)) return number.doubleValue();
    addInvalid(name);
    return null;
  }

  /** An optional ISO 8601 instant with its offset. */
  @Nullable Instant instant(String name) {
    Object value = object.get(name);
    if (value == null) return null;
    Instant instant = value instanceof String text ? FreightJson.parseInstant(trim(text)) : null;
    if (instant == null) addInvalid(name);
    return instant;
  }

  @Nullable Object member(String name) {
    return object.get(name);
  }

  void addInvalid(String name) {
    invalid.add(prefix + name);
  }

  /** Removes leading and trailing spaces, of which spreadsheets and web pages leave many kinds. */
  private static String trim(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isSpace(text.charAt(begin))) begin++;
    while (begin < end && isSpace(text.charAt(end - 1))) end--;
    return text.substring(begin, end);
  }

  private static boolean isSpace(char c) {
    return c <= ' '
        || Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || c == BYTE_ORDER_MARK;
  }

  /** Whether a number can be written without an exponent in little memory. */
  private static boolean hasModestScale(BigDecimal number) {
    return Math.abs((long) number.scale()) <= 30;
  }
}
