package io.freightsdk;

import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.json.SortedJson;
import io.freightsdk.internal.text.Require;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.UUID;
import okio.ByteString;

/**
 * Idempotency keys that a caller can compute: the same order number, or the same content, gives the
 * same key, in another process, after a crash, or in another language.
 *
 * <p>With the same key the service creates at most one load and charges it at most once, however
 * often the call is sent (API description, section 4.1). How long it remembers a key is not
 * published; count on 24 hours. A random key is lost when the process crashes between the request
 * and its answer. A key that is derived from the order is not lost: the next process computes it
 * again.
 *
 * <p>A key of a reference is {@code "dr1-"} and 64 lower-case hex digits: the SHA-256 of the UTF-8
 * bytes of the namespace, one line feed, and the reference. A key of content is {@code "dk1-"} and
 * the same of the namespace, one line feed, and the content as JSON in one line:
 *
 * <ul>
 *   <li>no white space outside of texts; items of a list in their order; the members of an object
 *       sorted by their names as Java sorts strings (by UTF-16 code units);
 *   <li>in a text, a quotation mark and a backslash have a backslash before them, and tab, line
 *       feed, carriage return, backspace and form feed are {@code \t \n \r \b \f}; other characters
 *       below U+0020, U+2028 and U+2029 are a backslash, {@code u} and four lower-case hex digits;
 *       all others stand as they are;
 *   <li>a number has all its digits, but no exponent, no zeros at the end of its fraction, no point
 *       without a fraction, and no minus before zero: {@code 1}, {@code 1.0} and {@code 10e-1} are
 *       {@code 1}, {@code -0} is {@code 0}, {@code 1e21} is a one with 21 zeros.
 * </ul>
 *
 * <p>Both formats stay as they are within a major version; {@code docs/charges-and-limits.md} names
 * the published vectors.
 */
public final class IdempotencyKeys {
  private static final String OF_REFERENCE = "dr1-";
  private static final String OF_CONTENT = "dk1-";

  private static final SecureRandom RANDOM = new SecureRandom();

  private IdempotencyKeys() {}

  /** A new random key: a UUIDv7 (RFC 9562), so that keys sort by the time they were made. */
  public static String random() {
    return uuidV7(MachineTime.SYSTEM.now().toEpochMilli(), RANDOM.nextLong(), RANDOM.nextLong())
        .toString();
  }

  static UUID uuidV7(long epochMillis, long randomA, long randomB) {
    long high = (epochMillis << 16) | 0x7000L | (randomA & 0x0FFFL);
    long low = 0x8000_0000_0000_0000L | (randomB & 0x3FFF_FFFF_FFFF_FFFFL);
    return new UUID(high, low);
  }

  /**
   * The key of an order, by its number in the system that it comes from: the same for this pair in
   * every process, for ever.
   *
   * <p>Better than a key of the whole input wherever an order has a number: what a program fills in
   * otherwise the next time, such as a time of pickup or a rounded weight, makes no second load.
   * For a day an order that was corrected is another body under its key, and is refused; where it
   * shall be another load, use {@link #derivedFrom(String, CreateLoadInput)}.
   *
   * @param namespace keeps equal numbers of two systems apart, for example {@code "tms-import"}; 1
   *     to 100 visible ASCII characters
   * @param reference the order's number, such as {@code "PO-1007"}; not blank. Case and white space
   *     count
   * @throws IllegalArgumentException if the namespace is not such a text, or the reference is blank
   *     or not valid Unicode
   */
  public static String derivedFrom(String namespace, String reference) {
    requireNamespace(Objects.requireNonNull(namespace, "namespace"));
    Require.notBlank(reference, "reference");
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(reference)) {
      throw new IllegalArgumentException("reference: expected Unicode, got half of a character");
    }
    return key(OF_REFERENCE, namespace, reference);
  }

  /**
   * The key of a load, by the body that its creation sends: the wire names, absent members left
   * out, instants as UTC, half of a character as a question mark. For orders without a number, or
   * where a corrected order shall be another load; otherwise {@link #derivedFrom(String, String)}
   * is better.
   *
   * <p>Two loads that are meant to be two must differ in content: give each its own {@code
   * customerRef}, or its own namespace. A new version of your program that fills in one more member
   * makes another key.
   *
   * @param namespace keeps keys of equal content for different purposes apart, for example {@code
   *     "tms-import"} or an order number; 1 to 100 visible ASCII characters
   * @throws IllegalArgumentException if the namespace is not such a text, or a number has more than
   *     1,000 digits before or after its point
   */
  public static String derivedFrom(String namespace, CreateLoadInput input) {
    Objects.requireNonNull(input, "input");
    return derivedFromJson(namespace, FreightJson.adapter(CreateLoadInput.class).toJson(input));
  }

  /**
   * The key of a JSON text, whatever its white space, member order or spelling of numbers.
   *
   * @param namespace keeps keys of equal content for different purposes apart, for example {@code
   *     "tms-import"} or an order number; 1 to 100 visible ASCII characters
   * @throws IllegalArgumentException if the namespace is not such a text, or the text is not one
   *     JSON value, names a member twice, is nested deeper than 255 levels, or holds half of a
   *     character or a number with more than 1,000 digits before or after its point
   */
  public static String derivedFromJson(String namespace, String json) {
    requireNamespace(Objects.requireNonNull(namespace, "namespace"));
    Objects.requireNonNull(json, "json");
    return key(OF_CONTENT, namespace, SortedJson.of(json));
  }

  /** The first line feed ends the namespace, which has none. */
  private static String key(String prefix, String namespace, String content) {
    return prefix + ByteString.encodeUtf8(namespace + "\n" + content).sha256().hex();
  }

  private static void requireNamespace(String namespace) {
    boolean visible = namespace.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    if (namespace.isEmpty() || namespace.length() > 100 || !visible) {
      throw new IllegalArgumentException(
          "namespace: expected 1 to 100 visible ASCII characters without spaces, got "
              + namespace.length()
              + " characters"
              + (visible ? "" : ", some of them not visible ASCII"));
    }
  }
}
