package io.freightsdk.spring.boot;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Fails the start if the id of a customer with limits may not be the one that was written: the
 * limits would be those of another customer.
 */
final class CustomerIds {
  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{N}]");

  /** How Java writes whole numbers, fractions, booleans, dates, lists and maps. */
  private static final Pattern JAVA_VALUE =
      Pattern.compile(
          "-?(0|[1-9]\\d*)(\\.(0|\\d*[1-9])(E-?\\d+)?)?|-?Infinity|NaN|true|false|null"
              + "|\\w{3} \\w{3} \\d\\d \\d\\d:\\d\\d:\\d\\d .+ \\d{4}|[\\[{].*[]}]");

  private static final Pattern NEEDS_BRACKETS = Pattern.compile("^-|\\.");

  private static final Set<String> TEXT_SOURCES =
      Set.of(
          StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
          StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
          "spring.application.json");

  /**
   * Ids of customers by the form in which Spring Boot compares them unless they are in brackets.
   */
  private final Map<String, Id> ids = new HashMap<>();

  /**
   * @param id as Spring Boot reads it from the name of the property
   * @throws StartFailure if another one may have been written
   */
  void require(PropertySource<?> source, String name, String id) {
    if (id.contains("${")) {
      throw LimitNames.refused(
          source, name, "is of no customer: a placeholder in a name stays", "write the id itself");
    }
    if (isFileOfProperties(source, name) && isUtf8ReadAsLatin1(id)) {
      throw LimitNames.refused(
          source,
          name,
          "is of another customer: Spring Boot does not read a .properties file as UTF-8",
          "write the limit into a YAML file, or letters such as ü as \\u00fc");
    }
    boolean inBrackets = name.contains("[" + id + "]");
    if (inBrackets) requireText(source, name, id);
    requireWholeId(source, name, new Id(id, inBrackets));
  }

  /** A name in the form in which Spring Boot compares it. */
  static String compared(String name) {
    return NO_LETTERS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
  }

  /**
   * YAML reads an id without quotes as a number, a boolean or a date if it looks like one: 0123 is
   * 83, 1_000 is 1000, no is false. Spring puts a key that is not a text into brackets. So an id
   * without brackets is what was written, and one in brackets is if no value looks like it.
   */
  private static void requireText(PropertySource<?> source, String name, String id) {
    if (!JAVA_VALUE.matcher(id).matches() || hasOnlyTexts(source, name)) return;
    String action = "put the id into quotes, without brackets, such as '0123'";
    if (id.startsWith("[") || id.startsWith("{")) {
      action = "put brackets and id together into quotes, such as \"[ACME/7]\"";
    } else if (NEEDS_BRACKETS.matcher(id).find()) {
      action += "; only a .properties file can have one such as 1.5 or -5, in brackets";
    }
    throw LimitNames.refused(
        source,
        name,
        "may be of another customer: YAML reads an id without quotes as a number, a date or a"
            + " boolean, such as 0123 as 83",
        action);
  }

  /** Whether the names in a source are never made from anything else than a text. */
  private static boolean hasOnlyTexts(PropertySource<?> source, String name) {
    if (source instanceof CommandLinePropertySource || TEXT_SOURCES.contains(source.getName())) {
      return true;
    }
    return isFileOfProperties(source, name);
  }

  private static boolean isFileOfProperties(PropertySource<?> source, String name) {
    return OriginLookup.getOrigin(source, name) instanceof TextResourceOrigin file
        && file.getResource() != null
        && String.valueOf(file.getResource().getFilename()).endsWith(".properties");
  }

  private static boolean isUtf8ReadAsLatin1(String id) {
    boolean isLatin1 = StandardCharsets.ISO_8859_1.newEncoder().canEncode(id);
    boolean isAscii = StandardCharsets.US_ASCII.newEncoder().canEncode(id);
    if (isAscii || !isLatin1) return false;
    try {
      ByteBuffer written = ByteBuffer.wrap(id.getBytes(StandardCharsets.ISO_8859_1));
      StandardCharsets.UTF_8.newDecoder().decode(written);
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Without brackets Spring Boot drops characters of an id, and ACME and acme are the same. */
  private void requireWholeId(PropertySource<?> source, String name, Id id) {
    if (!id.inBrackets && !name.contains("." + id.text + ".")) {
      throw LimitNames.refused(
          source, name, "is read as that of customer " + id.text, "put the id in brackets");
    }
    Id other = ids.putIfAbsent(compared(id.text), id);
    if (other == null || other.text.equals(id.text)) return;
    if (other.inBrackets && id.inBrackets) return;
    throw LimitNames.refused(
        source, name, "is read as that of customer " + other.text, "put both ids in brackets");
  }

  /** An id as it is written. */
  private record Id(String text, boolean inBrackets) {}
}
