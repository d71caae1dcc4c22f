package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the record of an object, with its builder. */
final class RecordWriter {
  /** Only the open fields of an ETA are read by views. */
  private static final String NOT_PUBLISHED =
      " Null when absent or of another type; the service does not publish what an ETA contains.";

  private RecordWriter() {}

  static String write(Schema.Model model) {
    StringBuilder body = new StringBuilder();
    body.append(Source.javadoc(0, model.description(), componentTags(model)));
    body.append("@Jackson.ApiObject\n");
    body.append(Source.list(0, "public record " + model.name() + "(", components(model), ") {"));
    body.append(constructor(model));
    model.views().forEach(view -> body.append(view(view)));
    model.derived().forEach(derived -> body.append(derived(derived)));
    body.append(
        """

          /** Returns an empty builder. */
          public static Builder builder() {
            return new Builder();
          }

          /** Returns a builder with the members of this record. */
          public Builder toBuilder() {
            return new Builder(this);
          }
        """);
    boolean hasSecrets = model.members().stream().anyMatch(Schema.Member::sensitive);
    if (hasSecrets || model.open()) body.append(toString(model));
    body.append(BuilderWriter.write(model)).append("}\n");
    return Imports.file("io.freightsdk.model", List.of(), body.toString());
  }

  /** The names of the components, the open fields last. */
  static List<String> names(Schema.Model model) {
    List<String> names = new ArrayList<>();
    model.members().forEach(member -> names.add(member.name()));
    if (model.open()) names.add("additionalProperties");
    return names;
  }

  private static List<String> components(Schema.Model model) {
    List<String> components = new ArrayList<>();
    for (Schema.Member member : model.members()) {
      components.add(jackson(member) + member.component() + " " + member.name());
    }
    if (model.open()) {
      components.add(
          "@JsonAnyGetter @JsonAnySetter "
              + new Type.OpenFields().boxed()
              + " additionalProperties");
    }
    return components;
  }

  private static String jackson(Schema.Member member) {
    StringBuilder annotations = new StringBuilder();
    if (!member.json().equals(member.name())) {
      annotations.append("@JsonNames." + member.capitalized() + " ");
    }
    if (member.writesNull()) annotations.append("@Jackson.WrittenAsNull ");
    if (member.required() && !member.writesNull()) annotations.append("@Jackson.NonNull ");
    if (member.type() == Type.Scalar.INSTANT) annotations.append("@Jackson.AsText ");
    if (member.collection() && !member.required()) {
      annotations.append("@Jackson.EmptyWhenAbsent ");
    }
    return annotations.toString();
  }

  private static List<String> componentTags(Schema.Model model) {
    List<String> tags = new ArrayList<>();
    for (Schema.Member member : model.members()) {
      String absent = member.collection() ? " Empty when absent." : " Null when absent.";
      String optional = member.required() || member.writesNull() ? "" : absent;
      tags.add("@param " + member.name() + " " + Source.html(member.description()) + optional);
    }
    if (model.open()) {
      tags.add(
          "@param additionalProperties All other fields, exactly as received: whole numbers are"
              + " BigInteger, others BigDecimal.");
    }
    return tags;
  }

  private static String constructor(Schema.Model model) {
    String checks = model.members().stream().map(RecordWriter::check).collect(Collectors.joining());
    for (Schema.Dependency dependency : model.dependencies()) {
      checks +=
          String.format(
              Locale.ROOT,
              "    Members.requireBoth(\"%1$s\", %1$s, \"%2$s\", %2$s);\n",
              dependency.member().name(),
              dependency.other().name());
    }
    if (model.open()) {
      List<String> arguments = new ArrayList<>(List.of("additionalProperties"));
      model.members().forEach(member -> arguments.add(Source.literal(member.json())));
      checks += Source.list(4, "additionalProperties = OpenFields.copy(", arguments, ");");
    }
    if (checks.isEmpty()) return "";
    return "\n  public " + model.name() + " {\n" + checks + "  }\n";
  }

  private static String check(Schema.Member member) {
    String name = member.name();
    Type type = member.type();
    if (member.collection()) {
      String copy = type instanceof Type.ListOf ? "copyList" : "copyMap";
      return String.format(
          Locale.ROOT, "    %s = Members.%s(\"%s\", %s);\n", name, copy, name, name);
    }
    if (type == Type.Scalar.DOUBLE)
      return "    Members.requireFinite(\"" + name + "\", " + name + ");\n";
    if (!member.required() || member.primitive()) return "";
    return "    Objects.requireNonNull(" + name + ", \"" + name + "\");\n";
  }

  private static String view(Schema.View view) {
    return "\n"
        + Source.javadoc(2, view.description() + NOT_PUBLISHED, List.of())
        + "  public @Nullable "
        + view.type().boxed()
        + " "
        + view.name()
        + "() {\n"
        + String.format(
            Locale.ROOT,
            "    return OpenFields.%s(additionalProperties, %s);\n  }\n",
            view.type().method(),
            Source.literal(view.json()));
  }

  private static String derived(Schema.Member derived) {
    return "\n"
        + Source.javadoc(2, derived.description(), List.of())
        + String.format(
            Locale.ROOT,
            "  public %s %s() {\n    return Derived.%s(this);\n  }\n",
            derived.component(),
            derived.name(),
            derived.name());
  }

  /** Secrets are masked, because records are often logged. */
  private static String toString(Schema.Model model) {
    List<String> operands = new ArrayList<>();
    String before = model.name() + "[";
    for (Schema.View view : model.views()) {
      operands.add(Source.literal(before + view.name() + "="));
      operands.add(view.name() + "()");
      before = ", ";
    }
    for (String name : names(model)) {
      boolean secret =
          model.members().stream().anyMatch(m -> m.name().equals(name) && m.sensitive());
      operands.add(Source.literal(before + name + "="));
      // A value that is not described may be secret, so only names are shown.
      boolean undescribed = name.equals("additionalProperties");
      operands.add(secret ? "Secrets.mask(" + name + ")" : undescribed ? name + ".keySet()" : name);
      before = ", ";
    }
    operands.add("\"]\"");
    String named =
        model.views().isEmpty()
            ? "Returns all members, with secrets masked"
            : "Returns the values of the fields that this record names";
    String shown = named + (model.open() ? ", and only the names of additional fields." : ".");
    return "\n  /** "
        + shown
        + " */\n  @Override\n  public String toString() {\n"
        + Source.joined(4, "return ", "+", operands, ";")
        + "  }\n";
  }
}
