package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the page for users that lists the operations and the members of the records. */
final class ApiPageWriter {
  private static final String PAGE =
      """
      # The API

      All operations of the service, and all members of what you send and get. \
      [Calls](calls.md) says how to use them. The build writes this page from the \
      [description of the \
      API](../sdk-models/src/main/resources/io/freightsdk/json/freight-agent-api.yaml), as \
      it does the records.

      ## Operations

      %s

      - **What it costs** is in the [price list](#pricing) under the operation's key; \
      `client.price(Operation.CREATE_LOAD)` reads it. `load_create` and `position_read` cost \
      money, the other two keys are priced 0. Without a price key an operation is free, but \
      `topUpByCard` charges the card.
      - **A creation** returns a `CreateLoadOutcome`, whichever of the two answers comes: \
      its members, `deduplicated()`, `idempotencyKey()`, `attempts()`, and [what the call cost](calls.md#what-a-call-cost).
      - **`updateLoadStatus`** always fails: the status follows the driver's GPS.
      - **The operations of `client.catalog()` are not published.** The service only names \
      them, so [what they send and get](#what-clientcatalog-sends-and-gets) is our guess and \
      may change.

      Each method also takes `CallOptions`. All errors are in [When a call \
      fails](calls.md#when-a-call-fails).

      ## How to read the tables

      A member is an accessor of its record, such as `position.status()`, and a method of \
      its builder, such as `CreateLoadInput.builder().customerRef("acme/PO-1007")`. Times \
      are `Instant`; an amount is a `BigDecimal` in USD; other units are in the meaning. \
      What is *masked* is a secret: every `toString` shows `***` for it, and your logs \
      should too.

      What is *not published* may be different at the service. The *reference server* is \
      [the one for your tests](testing.md).

      ## What you send

      %s

      ## What you get

      %s

      ## What `client.catalog()` sends and gets

      Only the members of `ServiceCatalogEntry` are published.

      %s

      ## Values that may grow

      A value that this version does not know is kept as it is; its `isKnown()` is false.

      %s
      """;

  /** Where a description names its own source, which readers of the page do not have. */
  private static final Pattern SECTION =
      Pattern.compile("[,.] API description section [0-9.]*[0-9]");

  private static final Pattern FIRST_SENTENCE = Pattern.compile("\\.( .*)?$");

  private static final String NULL = "yes: `null`";
  private static final String EMPTY = "yes: empty";

  private final Description description;
  private final Set<String> sent;

  private ApiPageWriter(Description description) {
    this.description = description;
    this.sent =
        reached(
            description.operations().stream()
                .flatMap(operation -> operation.arguments().stream())
                .map(Operation.Argument::record));
  }

  static String write(Description description) {
    return new ApiPageWriter(description).page();
  }

  private String page() {
    Set<String> published =
        reached(
            description.operations().stream()
                .filter(operation -> !operation.experimental())
                .flatMap(ApiPageWriter::records));
    List<Schema.Model> toSend = new ArrayList<>();
    List<Schema.Model> toGet = new ArrayList<>();
    List<Schema.Model> notPublished = new ArrayList<>();
    for (Schema.Model model : description.models()) {
      boolean isSent = sent.contains(model.name());
      (!published.contains(model.name()) ? notPublished : isSent ? toSend : toGet).add(model);
    }
    return String.format(
        Locale.ROOT,
        PAGE,
        operations().strip(),
        models(toSend),
        models(toGet),
        models(notPublished),
        joined(description.openEnums().stream().map(ApiPageWriter::values)).strip());
  }

  private static Stream<String> records(Operation operation) {
    return Stream.concat(
        operation.arguments().stream().map(Operation.Argument::record),
        operation.answers().stream());
  }

  /** The records of these names and those that are parts of them. */
  private Set<String> reached(Stream<String> names) {
    Set<String> reached = new HashSet<>(names.toList());
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Schema.Model model : description.models()) {
        if (!reached.contains(model.name())) continue;
        for (Schema.Member member : model.members()) {
          Type part = member.type() instanceof Type.ListOf list ? list.item() : member.type();
          grows |= reached.add(part.boxed());
        }
      }
    }
    return reached;
  }

  private String operations() {
    return "| call | request | price key | takes | returns |\n|---|---|---|---|---|\n"
        + joined(description.operations().stream().map(this::operation));
  }

  private String operation(Operation operation) {
    String names =
        operation.arguments().stream()
            .map(Operation.Argument::name)
            .collect(Collectors.joining(", "));
    String client = operation.experimental() ? "client.catalog()" : "client";
    return row(
        code(client + "." + operation.id() + "(" + names + ")"),
        code(operation.method() + " " + operation.path())
            + (operation.experimental() ? ", not published" : ""),
        operation.priceKey().isEmpty() ? "none" : code(operation.priceKey()),
        operation.arguments().stream()
            .map(ApiPageWriter::argument)
            .collect(Collectors.joining("; ")),
        operation.answers().isEmpty() ? "nothing: it fails" : answers(operation));
  }

  private String answers(Operation operation) {
    return description.models().stream()
        .map(Schema.Model::name)
        .filter(operation.answers()::contains)
        .map(ApiPageWriter::link)
        .collect(Collectors.joining(" or "));
  }

  private static String argument(Operation.Argument argument) {
    if (!argument.record().isEmpty()) return link(argument.record());
    String first = FIRST_SENTENCE.matcher(text(argument.description())).replaceFirst("");
    return code(argument.name())
        + ": "
        + first.substring(0, 1).toLowerCase(Locale.ROOT)
        + first.substring(1);
  }

  private String models(List<Schema.Model> models) {
    return joined(models.stream().map(this::model)).strip();
  }

  private String model(Schema.Model model) {
    StringBuilder section = new StringBuilder(heading(model));
    if (!model.derived().isEmpty()) {
      section.append("| method | type | what it tells |\n|---|---|---|\n");
      for (Schema.Member method : model.derived()) {
        section.append(
            row(code(method.name() + "()"), type(method.type()), text(method.description())));
      }
      section.append('\n');
    }
    boolean isSent = sent.contains(model.name());
    section.append(row("member", "type", isSent ? "required" : "may be absent", "meaning"));
    section.append("|---|---|---|---|\n");
    for (Schema.Member member : model.members()) section.append(member(member, isSent));
    for (Schema.View view : model.views()) {
      section.append(row(code(view.name()), type(view.type()), NULL, text(view.description())));
    }
    if (model.open()) section.append(openFields(isSent));
    return section.append('\n').toString();
  }

  private static String member(Schema.Member member, boolean isSent) {
    String json =
        member.json().equals(member.name()) ? "" : " In JSON it is " + code(member.json()) + ".";
    String absent = member.required() ? "no" : member.collection() ? EMPTY : NULL;
    return row(
        code(member.name()),
        member.primitive() ? code(member.type().plain()) : type(member.type()),
        isSent ? member.required() ? "yes" : "no" : absent,
        text(member.description()) + json + (member.sensitive() ? " *Masked.*" : ""));
  }

  private static String openFields(boolean isSent) {
    return row(
        code("additionalProperties"),
        code("Map<String, Object>"),
        isSent ? "no" : EMPTY,
        isSent
            ? "Every other field, sent as it is; `put` of the builder adds one."
            : "Every other field, as it was received.");
  }

  private static String values(Schema.OpenEnum values) {
    String constants =
        values.values().stream()
            .map(ApiPageWriter::value)
            .collect(Collectors.joining(", ", "", ".\n\n"));
    return heading(values) + constants;
  }

  private static String value(String value) {
    String constant = Names.constant(new Node("x-extensible-enum", value), value);
    return code(constant) + (constant.equals(value) ? "" : " (" + code(value) + ")");
  }

  private static String heading(Schema schema) {
    return "### " + schema.name() + "\n\n" + text(schema.description()) + "\n\n";
  }

  private static String type(Type type) {
    if (type instanceof Type.ListOf list) return "list of " + link(list.item().boxed());
    boolean isOurs = type instanceof Type.Model || type instanceof Type.OpenEnum;
    return isOurs ? link(type.boxed()) : code(type.boxed());
  }

  /** To the section of a type. */
  private static String link(String type) {
    return "[" + code(type) + "](#" + type.toLowerCase(Locale.ROOT) + ")";
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  /** Text of the description, which is Markdown, on one line. */
  private static String text(String text) {
    return SECTION.matcher(text.strip().replaceAll("\\s+", " ")).replaceAll("");
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String joined(Stream<String> parts) {
    return parts.collect(Collectors.joining());
  }
}
