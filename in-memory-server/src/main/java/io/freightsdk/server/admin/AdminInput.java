package io.freightsdk.server.admin;

import static io.freightsdk.server.service.refusal.RefusedException.badRequest;

import io.freightsdk.json.FreightJson;
import io.freightsdk.server.http.RequestContext;
import io.freightsdk.server.service.account.Usd;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.view.KeyScope;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body and the query of a control call. A wrong value and an unknown member, which may be
 * a typo without effect, are refused with 400 and the name of the member.
 */
final class AdminInput {
  private static final int MILLIS_DIGITS = 3;
  private static final int DEFAULT_LIMIT = 100;

  /** Maximum size of an upload of fixes. A drive of a day has 3 to 5 MB. */
  static final int MAX_UPLOAD_BYTES = 32 << 20;

  private final Map<?, ?> body;

  private AdminInput(Map<?, ?> body) {
    this.body = body;
  }

  /**
   * A body with these optional members.
   *
   * @throws RefusedException for any other member
   */
  static AdminInput of(Map<?, ?> body, List<String> names) {
    for (Object member : body.keySet()) {
      if (names.contains(member)) continue;
      throw badRequest("no member " + member + "; the members are " + String.join(", ", names));
    }
    return new AdminInput(body);
  }

  /** The body of a call, with these optional members. */
  static AdminInput of(RequestContext context, String... names) throws IOException {
    return of(context.jsonObject(), List.of(names));
  }

  /** A body with any members. The caller must read all of them. */
  static AdminInput ofAnyNames(Map<?, ?> body) {
    return new AdminInput(body);
  }

  @Nullable String text(String name) {
    return read(name, "a string", String.class::cast);
  }

  String requiredText(String name) {
    return required(name, text(name));
  }

  /** The element of {@code known} that a member names, in any case; null if it is absent. */
  @Nullable String oneOf(String name, List<String> known) {
    return oneOf(name, text(name), known);
  }

  @Nullable Boolean bool(String name) {
    return read(name, "true or false", Boolean.class::cast);
  }

  @Nullable Integer integer(String name) {
    return read(name, "a whole number", value -> ((BigDecimal) value).intValueExact());
  }

  @Nullable Double number(String name) {
    return read(name, "a number", value -> ((BigDecimal) value).doubleValue());
  }

  /** An amount in USD, as a number or as a decimal string. */
  @Nullable BigDecimal usd(String name) {
    return read(name, "an amount in USD such as 25.00", AdminInput::toUsd);
  }

  /** An ISO 8601 duration, or a number of seconds. */
  @Nullable Duration duration(String name) {
    return read(name, "a duration such as PT15M, or seconds", AdminInput::toDuration);
  }

  @Nullable Instant instant(String name) {
    return read(
        name,
        "an ISO 8601 instant such as 2026-11-20T12:00:00Z",
        value -> FreightJson.parseInstant((String) value));
  }

  /** A set of scopes; all scopes if the member is absent. */
  Set<KeyScope> scopes() {
    Set<KeyScope> given =
        read("scopes", "a list of scopes: " + KeyScope.all(), AdminInput::toScopes);
    return given == null ? KeyScope.all() : given;
  }

  <T> T required(String name, @Nullable T value) {
    if (value == null) throw badRequest(name + " is required");
    return value;
  }

  @Nullable Object value(String name) {
    return body.get(name);
  }

  /**
   * Checks that a query has only these parameters.
   *
   * @throws RefusedException for any other parameter, which may be a typo without effect
   */
  static void checkQuery(RequestContext context, List<String> names) {
    for (String given : context.queryNames()) {
      if (names.contains(given)) continue;
      String known =
          names.isEmpty()
              ? "this route has none"
              : "the parameters are " + String.join(", ", names);
      throw badRequest("no parameter " + given + "; " + known);
    }
  }

  /** The element of {@code known} that a parameter names, in any case; null if it is absent. */
  static @Nullable String oneOf(RequestContext context, String name, List<String> known) {
    return oneOf(name, search(context, name), known);
  }

  private static @Nullable String oneOf(String name, @Nullable String given, List<String> known) {
    if (given == null) return null;
    for (String one : known) {
      if (one.equalsIgnoreCase(given)) return one;
    }
    throw badRequest(name + " must be one of " + String.join(", ", known));
  }

  /** A query parameter in lower case; null if it is absent or empty. */
  static @Nullable String search(RequestContext context, String name) {
    String value = context.query(name);
    return value == null || value.isBlank() ? null : value.strip().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether one of {@code texts} contains {@code part}, which is in lower case. A plus in {@code
   * part} may be a plus, as in a phone number, or a space, as in a query of Python.
   */
  static boolean anyContains(String part, @Nullable String... texts) {
    String ofForm = part.replace('+', ' ');
    return Stream.of(texts)
        .filter(Objects::nonNull)
        .map(text -> text.toLowerCase(Locale.ROOT))
        .anyMatch(text -> text.contains(part) || text.contains(ofForm));
  }

  /** An instant in a query. */
  static Instant instant(String text, String name) {
    Instant instant = FreightJson.parseInstant(text);
    if (instant != null) return instant;
    throw badRequest(name + " must be an ISO 8601 instant such as 2026-11-20T12:00:00Z");
  }

  /** A whole number in a path or a query. */
  static long wholeNumber(String text, String name) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) return number;
    } catch (NumberFormatException e) {
      // Refused like a negative number.
    }
    throw badRequest(name + " must be a whole number of at least 0 that fits 64 bits");
  }

  /** The query parameter {@code offset}; 0 if it is absent. */
  static int offset(RequestContext context) {
    return count(context, "offset", 0);
  }

  /** The query parameter {@code limit}; 100 if it is absent. */
  static int limit(RequestContext context) {
    return count(context, "limit", DEFAULT_LIMIT);
  }

  /** A query parameter that is a whole number; {@code absent} if it is absent. */
  static int count(RequestContext context, String name, int absent) {
    String given = context.query(name);
    return given == null ? absent : (int) Math.min(Integer.MAX_VALUE, wholeNumber(given, name));
  }

  /** The newest {@code limit} elements, oldest first, after skipping the {@code offset} newest. */
  static <T> List<T> newest(List<T> oldestFirst, int offset, int limit) {
    int to = Math.max(0, oldestFirst.size() - offset);
    return oldestFirst.subList(Math.max(0, to - limit), to);
  }

  private <T> @Nullable T read(
      String name, String expected, Function<Object, @Nullable T> convert) {
    Object value = body.get(name);
    if (value == null) return null;
    try {
      T converted = convert.apply(value);
      if (converted != null) return converted;
    } catch (ArithmeticException
        | ClassCastException
        | DateTimeException
        | IllegalArgumentException unreadable) {
      // Refused like a value of another type.
    }
    throw badRequest(name + " must be " + expected);
  }

  private static BigDecimal toUsd(Object value) {
    return value instanceof String text ? Usd.of(text) : Usd.of((BigDecimal) value);
  }

  private static Duration toDuration(Object value) {
    if (value instanceof String text) return Duration.parse(text);
    return Duration.ofMillis(((BigDecimal) value).movePointRight(MILLIS_DIGITS).longValueExact());
  }

  private static Set<KeyScope> toScopes(Object value) {
    return ((List<?>) value)
        .stream().map(name -> KeyScope.of(String.valueOf(name))).collect(Collectors.toSet());
  }
}
