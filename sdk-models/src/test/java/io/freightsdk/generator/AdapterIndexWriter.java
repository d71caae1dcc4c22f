package io.freightsdk.generator;

import java.util.List;
import java.util.Locale;

/** Writes the class that finds the adapter of a type. */
final class AdapterIndexWriter {
  private AdapterIndexWriter() {}

  static String write(List<Schema> schemas) {
    List<String> types = schemas.stream().map(schema -> schema.name() + ".class").toList();
    StringBuilder cases = new StringBuilder();
    for (Schema schema : schemas) cases.append(choice(schema));
    String body =
        String.format(
            Locale.ROOT,
            """
        /** Finds the JSON adapter of a type of the API description. */
        public final class JsonAdapters {
          private JsonAdapters() {}

          /** All types of the API description. */
          public static List<Class<?>> types() {
        %s  }

          /** The adapter of a type; null for a type that the API description does not have. */
          public static @Nullable JsonAdapter<?> find(Class<?> type) {
            return (JsonAdapter<?>) adapter(type);
          }

          /** As an object: to check the class of each, the JVM would load all of them at the first. */
          private static @Nullable Object adapter(Class<?> type) {
        %s    return null;
          }
        }
        """,
            Source.list(4, "return List.of(", types, ");"),
            cases);
    return Imports.file(AdapterWriter.PACKAGE, schemas.stream().map(Schema::name).toList(), body);
  }

  private static String choice(Schema schema) {
    String name = schema.name();
    if (schema instanceof Schema.Model) {
      return "    if (type == " + name + ".class) return " + name + "JsonAdapter.INSTANCE;\n";
    }
    return """
            if (type == NAME.class) {
              return new OpenEnumJsonAdapter<>(NAME::of, NAME::value);
            }
        """
        .replace("NAME", name);
  }
}
