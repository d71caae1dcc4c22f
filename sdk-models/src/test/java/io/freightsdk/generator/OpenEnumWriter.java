package io.freightsdk.generator;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the class of an open enum. */
final class OpenEnumWriter {
  private OpenEnumWriter() {}

  static String write(Schema.OpenEnum schema) {
    String constants =
        schema.values().stream()
            .map(value -> constant(schema.name(), value))
            .collect(Collectors.joining());
    List<String> names = schema.values().stream().map(OpenEnumWriter::name).toList();
    String known =
        Source.list(
            2, "private static final List<" + schema.name() + "> KNOWN = List.of(", names, ");");
    return String.format(
            Locale.ROOT,
            """
        package io.freightsdk.model;

        import com.fasterxml.jackson.annotation.JsonCreator;
        import com.fasterxml.jackson.annotation.JsonValue;
        import java.util.List;
        import java.util.Objects;
        import org.jspecify.annotations.Nullable;

        %spublic final class NAME {
        %s
        %s
          private final String value;
          private final boolean known;

          private NAME(String value, boolean known) {
            this.value = value;
            this.known = known;
          }

          /** Returns the value with this JSON name: a constant, or a new value for another name. */
          @JsonCreator
          public static NAME of(String value) {
            Objects.requireNonNull(value, "value");
            for (NAME known : KNOWN) {
              if (known.value.equals(value)) return known;
            }
            return new NAME(value, false);
          }

          /** Returns the constants of this class, in the order of the API description. */
          public static List<NAME> knownValues() {
            return KNOWN;
          }

          /** The name in JSON. */
          @JsonValue
          public String value() {
            return value;
          }

          /** Whether the value is one of the constants here; the service may send others. */
          public boolean isKnown() {
            return known;
          }

          @Override
          public boolean equals(@Nullable Object other) {
            return other instanceof NAME that && value.equals(that.value);
          }

          @Override
          public int hashCode() {
            return value.hashCode();
          }

          @Override
          public String toString() {
            return value;
          }
        }
        """,
            Source.javadoc(0, schema.description(), List.of()),
            constants,
            known)
        .replace("NAME", schema.name());
  }

  private static String constant(String type, String value) {
    return "  public static final TYPE NAME = new TYPE(VALUE, true);\n"
        .replace("TYPE", type)
        .replace("NAME", name(value))
        .replace("VALUE", Source.literal(value));
  }

  private static String name(String value) {
    return Names.constant(new Node("x-extensible-enum", value), value);
  }
}
