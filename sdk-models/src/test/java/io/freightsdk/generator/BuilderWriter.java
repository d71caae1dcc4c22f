package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the nested builder of a record. */
final class BuilderWriter {
  /** An argument that must not be null. */
  private static final String NON_NULL = "Objects.requireNonNull(NAME, \"NAME\")";

  private BuilderWriter() {}

  static String write(Schema.Model model) {
    StringBuilder out = new StringBuilder();
    out.append("\n  /** Builds a {@link " + model.name() + "}. Not safe for concurrent use. */\n");
    out.append("  public static final class Builder {\n");
    model.members().forEach(member -> out.append(field(member)));
    if (model.open()) {
      out.append(
          "    private final Map<String, @Nullable Object> additionalProperties ="
              + " new LinkedHashMap<>();\n");
    }
    out.append("\n    private Builder() {}\n\n");
    out.append("    private Builder(" + model.name() + " from) {\n");
    model.members().forEach(member -> out.append(copy(member)));
    if (model.open()) {
      out.append("      additionalProperties.putAll(from.additionalProperties);\n");
    }
    out.append("    }\n");
    model.members().forEach(member -> out.append(setters(member)));
    if (model.open()) out.append(openSetters(model));
    return out.append(build(model)).append("  }\n").toString();
  }

  private static String openSetters(Schema.Model model) {
    List<String> arguments = new ArrayList<>(List.of("name"));
    model.members().forEach(member -> arguments.add(Source.literal(member.json())));
    String check =
        model.members().isEmpty()
            ? ""
            : Source.list(6, "OpenFields.requireNotMember(", arguments, ");");
    return """

          /** Replaces all additional fields. */
          public Builder additionalProperties(Map<String, ? extends @Nullable Object> fields) {
            Objects.requireNonNull(fields, "fields");
            additionalProperties.clear();
            additionalProperties.putAll(fields);
            return this;
          }

          /**
           * Adds a field that this record does not name. The value is null, a boolean, a number, a
           * string, or a list or map of such values.
           */
          public Builder put(String name, @Nullable Object value) {
      CHECK      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
            return this;
          }
      """
        .replace("CHECK", check);
  }

  private static String field(Schema.Member member) {
    if (member.collection() && !member.required()) {
      return String.format(
          Locale.ROOT,
          "    private %s %s = new %s();\n",
          member.type().boxed(),
          member.name(),
          newCollection(member.type()));
    }
    String initial = member.constant().isEmpty() ? "" : " = " + member.constant();
    return String.format(
        Locale.ROOT,
        "    private @Nullable %s %s%s;\n",
        member.type().boxed(),
        member.name(),
        initial);
  }

  /** Lists and maps are copied, because the builder changes them. */
  private static String copy(Schema.Member member) {
    String from = "from." + member.name();
    Type type = member.type();
    String value = member.collection() ? "new " + newCollection(type) + "(" + from + ")" : from;
    return "      " + member.name() + " = " + value + ";\n";
  }

  private static String newCollection(Type type) {
    return type instanceof Type.ListOf ? "ArrayList<>" : "LinkedHashMap<>";
  }

  private static String setters(Schema.Member member) {
    String doc = "\n" + Source.javadoc(4, member.description(), List.of());
    if (member.type() instanceof Type.ListOf list) return doc + listSetters(member, list);
    if (member.type() instanceof Type.Amounts) return doc + amountSetters(member);
    String setter = doc + setter(member, member.component());
    if (member.type() == Type.Scalar.MONEY) return setter + moneyText(member);
    boolean takesWholeNumbersToo = member.type() == Type.Scalar.DOUBLE && !member.required();
    return takesWholeNumbersToo ? setter + doc + setter(member, "double") : setter;
  }

  /** Money as text, too, because a double is inexact and BigDecimal is long to write. */
  private static String moneyText(Schema.Member member) {
    return """

            /** The same amount as decimal text, such as {@code "25.00"}. */
            public Builder NAME(String NAME) {
              return NAME(Members.parseUsd("NAME", NAME));
            }
        """
        .indent(0)
        .replace("NAME", member.name());
  }

  private static String setter(Schema.Member member, String type) {
    boolean mayBeNull = type.startsWith("@Nullable") || Character.isLowerCase(type.charAt(0));
    return """
            public Builder NAME(TYPE NAME) {
              this.NAME = VALUE;
              return this;
            }
        """
        .indent(0)
        .replace("VALUE", mayBeNull ? "NAME" : NON_NULL)
        .replace("NAME", member.name())
        .replace("TYPE", type);
  }

  private static String listSetters(Schema.Member member, Type.ListOf list) {
    return """
            public Builder NAME(List<ITEM> NAME) {
              this.NAME = new ArrayList<>(Members.copyList("NAME", NAME));
              return this;
            }

        DOC    public Builder NAME(ITEM... NAME) {
              return NAME(Arrays.asList(NON_NULL));
            }

            /** Adds one item to {@code NAME}. */
            public Builder addSINGULAR(ITEM item) {
              NULLCHECKNAME.add(Objects.requireNonNull(item, "item"));
              return this;
            }
        """
        .replace("DOC", Source.javadoc(4, member.description(), List.of()))
        .replace("NULLCHECK", nullCheck(member))
        .replace("SINGULAR", member.singular())
        .replace("NON_NULL", NON_NULL)
        .replace("NAME", member.name())
        .replace("ITEM", list.item().boxed());
  }

  private static String amountSetters(Schema.Member member) {
    return """
            public Builder NAME(Map<String, BigDecimal> NAME) {
              this.NAME = new LinkedHashMap<>(NON_NULL);
              return this;
            }

            /** Puts one amount into {@code NAME}. */
            public Builder putSINGULAR(String key, BigDecimal amount) {
              Objects.requireNonNull(key, "key");
              Objects.requireNonNull(amount, "amount");
              NULLCHECKNAME.put(key, amount);
              return this;
            }
        """
        .replace("NULLCHECK", nullCheck(member))
        .replace("SINGULAR", member.singular())
        .replace("NON_NULL", NON_NULL)
        .replace("NAME", member.name());
  }

  private static String nullCheck(Schema.Member member) {
    if (!member.required()) return "";
    return "if (NAME == null) NAME = new " + newCollection(member.type()) + "();\n      ";
  }

  /** The conditions under which a required member is missing. An empty required list is, too. */
  private static Stream<String> missing(Schema.Member member) {
    String isNull = member.name() + " == null";
    return member.nonEmpty() ? Stream.of(isNull, member.name() + ".isEmpty()") : Stream.of(isNull);
  }

  private static String argument(Schema.Member member) {
    if (!member.nonEmpty()) return member.name();
    return missing(member).collect(Collectors.joining(" || ", "", " ? null : " + member.name()));
  }

  private static String build(Schema.Model model) {
    List<Schema.Member> required = model.required();
    String doc =
        required.isEmpty()
            ? "\n    /** Builds the record. */\n"
            : "\n    /** Builds the record. Throws IllegalStateException with the names of missing members. */\n";
    String check = "";
    if (!required.isEmpty()) {
      List<String> nulls = required.stream().flatMap(BuilderWriter::missing).toList();
      List<String> arguments =
          Stream.concat(
                  Stream.of(Source.literal(model.name())),
                  required.stream().flatMap(m -> Stream.of(Source.literal(m.name()), argument(m))))
              .collect(Collectors.toList());
      check =
          Source.joined(6, "if (", "||", nulls, ") {")
              + Source.list(8, "throw Members.missing(", arguments, ");")
              + "      }\n";
    }
    return doc
        + "    public "
        + model.name()
        + " build() {\n"
        + check
        + Source.list(6, "return new " + model.name() + "(", RecordWriter.names(model), ");")
        + "    }\n";
  }
}
