package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the methods of the operations where a template of a source file has a comment such as
 * {@code // operations: published, future value}. The words say which operations, and the form of
 * their results; {@code operations made:} makes the methods that {@code operations:} declares.
 * Where it has {@code // operations repeated}, the cases of a switch say what a repeat can cost.
 */
final class FaceWriter {
  private static final int COLUMNS = 100;
  private static final Pattern PLACE =
      Pattern.compile("(?m)^( +)// operations( made)?: (published|experimental), ([a-z ]+)\n");

  private static final Pattern REPEATS = Pattern.compile("(?m)^( +)// operations repeated\n");

  private final List<Face> faces;
  private final List<String> models;

  FaceWriter(Description description, List<Face> faces) {
    this.faces = faces;
    this.models = description.schemas().stream().map(Schema::name).toList();
  }

  /** A source file with the methods that its template asks for. */
  String write(String file, String template) {
    Matcher repeats = REPEATS.matcher(template);
    if (repeats.find()) return repeats.replaceFirst(repeated(repeats.group(1)));
    Matcher places = PLACE.matcher(template);
    if (!places.find()) throw new NotUnderstood(file, "it asks for no operations");
    String source =
        places.replaceAll(
            place -> {
              Form form = form(file, place.group(4));
              boolean experimental = place.group(3).equals("experimental");
              int indent = place.group(1).length();
              String methods =
                  faces.stream()
                      .filter(face -> face.operation().experimental() == experimental)
                      .filter(face -> form.isValue || !face.answer().isEmpty())
                      .map(
                          face ->
                              place.group(2) != null
                                  ? made(indent, face, form)
                                  : declared(indent, face, form))
                      .collect(Collectors.joining("\n"));
              return Matcher.quoteReplacement(methods);
            });
    return Imports.completed(source, models);
  }

  /** A case for each operation, in the order of the table. */
  private String repeated(String margin) {
    return faces.stream()
        .map(
            face ->
                "%scase %s -> RepeatClass.%s;\n"
                    .formatted(margin, constant(face.name()), constant(face.repeat())))
        .distinct()
        .collect(Collectors.joining());
  }

  private static String constant(String name) {
    return Names.constant(new Node("operations", name), name);
  }

  /** The form of a result. */
  private enum Form {
    VALUE("value", "%s", true),
    RESPONSE("response", "FreightResponse<%s>", false),
    FUTURE_VALUE("futureValue", "CompletableFuture<%s>", true),
    FUTURE_RESPONSE("futureResponse", "CompletableFuture<FreightResponse<%s>>", false);

    /** The method that makes a call and gives its result this form. */
    final String door;

    final String type;

    /** Whether it has no place for the facts of an answer, so that there may be none. */
    final boolean isValue;

    Form(String door, String type, boolean isValue) {
      this.door = door;
      this.type = type;
      this.isValue = isValue;
    }

    String of(Face face) {
      if (face.answer().isEmpty()) return this == VALUE ? "void" : type.formatted("Void");
      return type.formatted(face.answer());
    }
  }

  private static Form form(String file, String words) {
    for (Form form : Form.values()) {
      if (form.name().replace('_', ' ').equalsIgnoreCase(words)) return form;
    }
    throw new NotUnderstood(file, "'" + words + "' is no form of a result");
  }

  /** The method without options, and the one with them. */
  private static String declared(int indent, Face face, Form form) {
    String margin = " ".repeat(indent);
    String owner = face.operation().experimental() ? "FreightCatalog" : "FreightClient";
    String link = "%s(%s)".formatted(face.name(), face.types());
    boolean isSource = form == Form.VALUE;
    String doc = isSource ? face.doc() : "See {@link " + owner + "#" + link + "}.";
    String withOptions = isSource ? "{@link #" + link + "} with options for this call." : doc;
    List<String> passed = new ArrayList<>(face.names());
    passed.add("CallOptions.DEFAULT");
    String call = face.name() + "(" + String.join(", ", passed) + ");\n";
    boolean returns = !form.of(face).equals("void");
    return head(indent, face, doc)
        + signature(margin + "default " + form.of(face) + " ", face, face.arguments(), " {\n")
        + margin
        + "  "
        + (returns ? "return " : "")
        + call
        + margin
        + "}\n\n"
        + head(indent, face, withOptions)
        + signature(margin + form.of(face) + " ", face, withOptions(face), ";\n");
  }

  private static String head(int indent, Face face, String doc) {
    String margin = " ".repeat(indent);
    if (face.deprecated().isEmpty()) return Source.comment(indent, doc, List.of());
    return Source.comment(indent, doc, List.of("@deprecated " + face.deprecated()))
        + margin
        + "@Deprecated\n";
  }

  private static String made(int indent, Face face, Form form) {
    String margin = " ".repeat(indent);
    List<String> passed = new ArrayList<>(face.names());
    passed.add("options");
    String spec = "operations.%s(%s)".formatted(face.name(), String.join(", ", passed));
    boolean isFuture = form.door.startsWith("future");
    String call = "core.%s(%s%s);\n".formatted(form.door, isFuture ? "() -> " : "", spec);
    return margin
        + "@Override\n"
        + (face.deprecated().isEmpty() ? "" : margin + "@Deprecated\n")
        + signature(margin + "public " + form.of(face) + " ", face, withOptions(face), " {\n")
        + margin
        + "  "
        + (form.of(face).equals("void") ? "" : "return ")
        + call
        + margin
        + "}\n";
  }

  private static List<String> withOptions(Face face) {
    List<String> all = new ArrayList<>(face.arguments());
    all.add("CallOptions options");
    return all;
  }

  /** In two lines if it is too long for one. */
  private static String signature(String start, Face face, List<String> arguments, String end) {
    String head = start + face.name() + "(";
    String rest = String.join(", ", arguments) + ")" + end;
    if (head.length() + rest.length() - 1 <= COLUMNS) return head + rest;
    int indent = start.length() - start.stripLeading().length() + 4;
    return head + "\n" + " ".repeat(indent) + rest;
  }
}
