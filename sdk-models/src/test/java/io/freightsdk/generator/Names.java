package io.freightsdk.generator;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/** Converts JSON names to Java names. */
final class Names {
  private static final Pattern UNDERSCORE_LETTER = Pattern.compile("_([a-z0-9])");
  private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");

  /** Names that a record component cannot have, or that the generated code uses. */
  private static final Set<String> RESERVED =
      Set.of(
          "clone",
          "finalize",
          "getClass",
          "hashCode",
          "notify",
          "notifyAll",
          "toString",
          "wait",
          "builder",
          "toBuilder",
          "build",
          "in",
          "out",
          "additionalProperties");

  private Names() {}

  /** {@code bol_received_at} becomes {@code bolReceivedAt}; camelCase stays. */
  static String component(Node member, String json) {
    String name =
        UNDERSCORE_LETTER.matcher(json).replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
    if (!SourceVersion.isName(name) || name.contains(".") || RESERVED.contains(name)) {
      throw member.invalid("'" + json + "' cannot be the name of a record component");
    }
    return name;
  }

  /** {@code unresolved_truck} and {@code unresolvedTruck} become {@code UNRESOLVED_TRUCK}. */
  static String constant(Node place, String text) {
    String name = HUMP.matcher(text).replaceAll("$1_$2").toUpperCase(Locale.ROOT);
    if (!SourceVersion.isIdentifier(name)) {
      throw place.invalid("'" + text + "' cannot be the name of a constant");
    }
    return name;
  }

  static String type(Node place, String name) {
    boolean isTypeName = SourceVersion.isName(name) && Character.isUpperCase(name.charAt(0));
    if (!isTypeName || name.contains(".")) {
      throw place.invalid("'" + name + "' cannot be the name of a Java type");
    }
    return name;
  }

  /** {@code deliveries} becomes {@code delivery}, and {@code gpsTrack} stays. */
  static String singular(String name) {
    return name.replaceFirst("ies$", "y").replaceFirst("s$", "");
  }

  static String capitalized(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
