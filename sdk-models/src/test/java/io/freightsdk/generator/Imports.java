package io.freightsdk.generator;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the imports that a generated file needs by the names it uses. */
final class Imports {
  private static final Pattern COMMENT_OR_STRING =
      Pattern.compile("/\\*\\*.*?\\*/|\"(?:[^\"\\\\]|\\\\.)*\"", Pattern.DOTALL);
  private static final Pattern IMPORT = Pattern.compile("(?m)^import ([\\w.]+);\\n+");
  private static final List<String> IMPORTABLE =
      List.of(
          "com.fasterxml.jackson.annotation.JsonAnyGetter",
          "com.fasterxml.jackson.annotation.JsonAnySetter",
          "com.fasterxml.jackson.annotation.JacksonAnnotationsInside",
          "com.fasterxml.jackson.annotation.JsonProperty",
          "com.squareup.moshi.JsonAdapter",
          "com.squareup.moshi.JsonReader",
          "com.squareup.moshi.JsonWriter",
          "io.freightsdk.model.internal.Derived",
          "io.freightsdk.model.internal.Jackson",
          "io.freightsdk.model.internal.Members",
          "io.freightsdk.model.internal.ModelJsonAdapter",
          "io.freightsdk.model.internal.OpenEnumJsonAdapter",
          "io.freightsdk.model.internal.OpenFields",
          "io.freightsdk.model.internal.ValueReader",
          "io.freightsdk.model.internal.Secrets",
          "io.freightsdk.model.internal.ValueWriter",
          "io.freightsdk.model.internal.generated.JsonNames",
          "java.io.IOException",
          "java.lang.annotation.Retention",
          "java.lang.annotation.RetentionPolicy",
          "java.math.BigDecimal",
          "java.time.Instant",
          "java.time.ZoneId",
          "java.util.ArrayList",
          "java.util.Arrays",
          "java.util.LinkedHashMap",
          "java.util.List",
          "java.util.Map",
          "java.util.Objects",
          "org.jspecify.annotations.Nullable");

  private Imports() {}

  /** A source file of this package and body, with its imports in order. */
  static String file(String packageName, List<String> models, String body) {
    String code = COMMENT_OR_STRING.matcher(body).replaceAll("");
    String imports =
        Stream.concat(
                IMPORTABLE.stream(), models.stream().map(name -> "io.freightsdk.model." + name))
            .filter(name -> uses(code, name))
            .filter(name -> !name.startsWith(packageName + ".") || inSubPackage(packageName, name))
            .sorted()
            .map(name -> "import " + name + ";\n")
            .collect(Collectors.joining());
    return "package " + packageName + ";\n\n" + (imports.isEmpty() ? "" : imports + "\n") + body;
  }

  private static boolean inSubPackage(String packageName, String name) {
    return name.indexOf('.', packageName.length() + 1) > 0;
  }

  private static boolean uses(String code, String name) {
    String simpleName = name.substring(name.lastIndexOf('.') + 1);
    return Pattern.compile("\\b" + simpleName + "\\b").matcher(code).find();
  }
}
