package io.freightsdk.generator;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the annotations that tell Jackson which members have another name in JSON. */
final class JsonNamesWriter {
  private JsonNamesWriter() {}

  static String write(List<Schema.Model> models) {
    StringBuilder body = new StringBuilder();
    body.append(
        Source.comment(
            0,
            "The names in JSON of members that have another name in Java, for Jackson: annotations"
                + " without a value, as in {@link io.freightsdk.model.internal.Jackson}.",
            List.of()));
    body.append("public final class JsonNames {\n  private JsonNames() {}\n");
    renamed(models).forEach((name, json) -> body.append(annotation(name, json)));
    return Imports.file(AdapterWriter.PACKAGE, List.of(), body.append("}\n").toString());
  }

  /** Names in JSON by the names of their annotations. */
  private static Map<String, String> renamed(List<Schema.Model> models) {
    Map<String, String> renamed = new TreeMap<>();
    for (Schema.Model model : models) {
      for (Schema.Member member : model.members()) {
        if (!member.json().equals(member.name())) renamed.put(member.capitalized(), member.json());
      }
    }
    return renamed;
  }

  private static String annotation(String name, String json) {
    return """

          @JacksonAnnotationsInside
          @JsonProperty(JSON)
          @Retention(RetentionPolicy.RUNTIME)
          public @interface NAME {}
        """
        .replace("NAME", name)
        .replace("JSON", Source.literal(json));
  }
}
