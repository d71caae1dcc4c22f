package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;

/**
 * A method that the interfaces of the client have for an operation: a row of the table of
 * operations.
 *
 * @param repeat what a repeated call can cost: a name of the client's own, {@code paidRead}
 * @param answer the type of its result, or empty if it never succeeds
 * @param arguments each with its type
 * @param doc its Javadoc
 * @param deprecated why it is, or empty
 */
record Face(
    Operation operation,
    String repeat,
    String answer,
    List<String> arguments,
    String doc,
    String deprecated) {
  private static final Set<String> KEYS =
      Set.of("operation", "repeat", "answer", "arguments", "doc", "deprecated");

  /** Reads the table; each operation of the description has a row. */
  static List<Face> read(String yaml, Description description) {
    Node table = new Node("", Description.load(yaml));
    List<Face> faces = new ArrayList<>();
    Map<String, String> repeats = new HashMap<>();
    Set<String> missing = new HashSet<>();
    description.operations().forEach(operation -> missing.add(operation.id()));
    for (Node row : table.items()) {
      Face face = face(row, description);
      missing.remove(face.operation().id());
      String first = repeats.putIfAbsent(face.operation().id(), face.repeat());
      if (first != null && !first.equals(face.repeat())) {
        throw row.get("repeat").wrong("another row of the operation says '" + first + "'");
      }
      faces.add(face);
    }
    if (!missing.isEmpty()) throw table.wrong("no row for " + missing);
    return faces;
  }

  private static Face face(Node row, Description description) {
    row.allowOnly(KEYS);
    Operation operation =
        description.operations().stream()
            .filter(known -> known.id().equals(row.text("operation")))
            .findFirst()
            .orElseThrow(() -> row.get("operation").wrong("the description has no such operation"));
    Face face =
        new Face(
            operation,
            row.text("repeat"),
            row.text("answer", ""),
            row.get("arguments").texts(),
            row.text("doc").strip(),
            row.text("deprecated", "").strip());
    if (operation.deprecated() == face.deprecated().isEmpty()) {
      throw row.wrong("the description says deprecated: " + operation.deprecated());
    }
    Matcher placeholder = OperationReader.PLACEHOLDER.matcher(operation.path());
    while (placeholder.find()) {
      if (!face.arguments().contains("String " + placeholder.group(1))) {
        throw row.get("arguments")
            .wrong("no 'String " + placeholder.group(1) + "', as in the path");
      }
    }
    return face;
  }

  String name() {
    return operation.id();
  }

  /** The types of the arguments, as a link of Javadoc has them. */
  String types() {
    return String.join(", ", arguments.stream().map(one -> one.split(" ", -1)[0]).toList());
  }

  /** What a call passes on. */
  List<String> names() {
    return arguments.stream().map(one -> one.split(" ", -1)[1]).toList();
  }
}
