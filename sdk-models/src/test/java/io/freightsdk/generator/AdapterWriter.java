package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes the JSON adapter of a record: one pass over the text, no reflection. */
final class AdapterWriter {
  static final String PACKAGE = "io.freightsdk.model.internal.generated";

  private final Schema.Model model;
  private final StringBuilder out = new StringBuilder();

  private AdapterWriter(Schema.Model model) {
    this.model = model;
  }

  static String write(Schema.Model model, List<String> types) {
    return Imports.file(PACKAGE, types, new AdapterWriter(model).body());
  }

  private String body() {
    line("/** Reads and writes {@link " + model.name() + "}. */");
    line("public final class TYPEJsonAdapter extends ModelJsonAdapter<TYPE> {");
    line("  public static final TYPEJsonAdapter INSTANCE = new TYPEJsonAdapter();");
    if (!model.members().isEmpty()) {
      List<String> names =
          model.members().stream().map(member -> Source.literal(member.json())).toList();
      out.append(
          Source.list(
              2,
              "private static final JsonReader.Options NAMES = JsonReader.Options.of(",
              names,
              ");"));
    }
    line("");
    line("  private TYPEJsonAdapter() {}");
    line("");
    read();
    line("");
    write();
    line("}");
    return out.toString();
  }

  private void read() {
    line("  @Override");
    line("  public TYPE read(JsonReader in) throws IOException {");
    model.members().forEach(this::declareLocal);
    if (model.open()) {
      line("    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();");
    }
    line("    ValueReader.beginObject(in);");
    line("    while (in.hasNext()) {");
    if (model.members().isEmpty()) {
      line("      additionalProperties.put(in.nextName(), ValueReader.any(in));");
    } else {
      line("      switch (in.selectName(NAMES)) {");
      for (int i = 0; i < model.members().size(); i++) readCase(i, model.members().get(i));
      line(
          model.open()
              ? "        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));"
              : "        default -> ValueReader.skipMember(in);");
      line("      }");
    }
    line("    }");
    line("    in.endObject();");
    for (Schema.Member member : model.required()) {
      String absent = member.primitive() ? "!" + seen(member) : member.name() + " == null";
      line(
          String.format(
              Locale.ROOT,
              "    if (%s) throw ValueReader.missing(in, %s);",
              absent,
              Source.literal(member.json())));
    }
    for (Schema.Dependency dependency : model.dependencies()) {
      line(
          String.format(
              Locale.ROOT,
              "    if (%s != null && %s == null) throw ValueReader.missing(in, %s);",
              dependency.member().name(),
              dependency.other().name(),
              Source.literal(dependency.other().json())));
    }
    String start = model.views().isEmpty() ? "return new TYPE(" : "TYPE value = new TYPE(";
    out.append(
        Source.list(4, start.replace("TYPE", model.name()), RecordWriter.names(model), ");"));
    for (Schema.View view : model.views()) {
      String arguments = Source.literal(view.json()) + ", value." + view.name() + "());";
      line("    ValueReader.checkView(in, additionalProperties, " + arguments);
    }
    if (!model.views().isEmpty()) line("    return value;");
    line("  }");
  }

  private void declareLocal(Schema.Member member) {
    if (member.primitive()) {
      String zero = member.type() == Type.Scalar.BOOLEAN ? "false" : "0";
      line("    " + member.type().plain() + " " + member.name() + " = " + zero + ";");
      line("    boolean " + seen(member) + " = false;");
    } else {
      String initial = member.collection() && !member.required() ? member.type().empty() : "null";
      line("    " + member.type().boxed() + " " + member.name() + " = " + initial + ";");
    }
  }

  private void readCase(int index, Schema.Member member) {
    String left = "        case " + index + " -> ";
    boolean guarded = !member.required() && !hasNullableReader(member);
    String value =
        guarded ? guard(member) + " ? " + absentValue(member) + " : " + read(member) : read(member);
    if (member.primitive()) {
      line(left + "{");
      line("          " + member.name() + " = " + value + ";");
      line("          " + seen(member) + " = true;");
      line("        }");
    } else {
      line(left + member.name() + " = " + value + ";");
    }
  }

  /** Whether the reader has one method for an optional member of a response, valid or not. */
  private boolean hasNullableReader(Schema.Member member) {
    boolean hasMethod =
        member.type() instanceof Type.Scalar || member.type() instanceof Type.ListOf;
    return model.lenient() && !member.required() && hasMethod;
  }

  /** The check for an absent member: null in a request, and any other type in a response. */
  private String guard(Schema.Member member) {
    if (!model.lenient()) return "ValueReader.skipNull(in)";
    return member.type() instanceof Type.OpenEnum
        ? "ValueReader.skipUnlessString(in)"
        : "ValueReader.skipUnlessObject(in)";
  }

  private static String absentValue(Schema.Member member) {
    return member.collection() ? member.type().empty() : "null";
  }

  private String read(Schema.Member member) {
    Type type = member.type();
    String orNull = hasNullableReader(member) ? "OrNull" : "";
    if (type instanceof Type.Scalar scalar) {
      boolean isText = scalar == Type.Scalar.STRING && model.lenient();
      return "ValueReader." + (isText ? "text" : scalar.method()) + orNull + "(in)";
    }
    if (type instanceof Type.OpenEnum) return type.boxed() + ".of(ValueReader.string(in))";
    if (type instanceof Type.Model) return type.boxed() + "JsonAdapter.INSTANCE.read(in)";
    if (type instanceof Type.Amounts) return "ValueReader.amounts(in)";
    Type item = ((Type.ListOf) type).item();
    String list =
        hasNullableReader(member) ? "ValueReader.listOrEmpty(in, " : "ValueReader.list(in, ";
    return list + item.boxed() + "JsonAdapter.INSTANCE)";
  }

  private static String seen(Schema.Member member) {
    return member.name() + "Seen";
  }

  private void write() {
    line("  @Override");
    line("  public void write(JsonWriter out, TYPE value) throws IOException {");
    line("    out.beginObject();");
    model.members().forEach(this::write);
    if (model.open()) line("    ValueWriter.openFields(out, value.additionalProperties());");
    line("    out.endObject();");
    line("  }");
  }

  private void write(Schema.Member member) {
    List<String> lines = new ArrayList<>();
    lines.add("out.name(" + Source.literal(member.json()) + ");");
    String getter = "value." + member.name() + "()";
    lines.add(writeValue(member, getter));
    if (member.required() || member.writesNull() || member.collection()) {
      lines.forEach(text -> line("    " + text));
    } else {
      line("    if (" + getter + " != null) {");
      lines.forEach(text -> line("      " + text));
      line("    }");
    }
  }

  private static String writeValue(Schema.Member member, String getter) {
    Type type = member.type();
    if (type instanceof Type.Scalar scalar) {
      if (member.writesNull())
        return "ValueWriter." + scalar.method() + "OrNull(out, " + getter + ");";
      return switch (scalar) {
        case DOUBLE, INSTANT -> "ValueWriter." + scalar.method() + "(out, " + getter + ");";
        default -> "out.value(" + getter + ");";
      };
    }
    if (type instanceof Type.OpenEnum) return "out.value(" + getter + ".value());";
    if (type instanceof Type.Model) {
      return type.boxed() + "JsonAdapter.INSTANCE.write(out, " + getter + ");";
    }
    if (type instanceof Type.Amounts) return "ValueWriter.amounts(out, " + getter + ");";
    Type item = ((Type.ListOf) type).item();
    return "ValueWriter.list(out, " + getter + ", " + item.boxed() + "JsonAdapter.INSTANCE);";
  }

  private void line(String text) {
    out.append(text.replace("TYPE", model.name())).append('\n');
  }
}
