package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes {@code docs/api.md}: the operations, and the members of the records. */
final class ApiPageWriter {
  private static final String PAGE =
      """
      # API

      All operations of the service, and all members of requests and responses. [Create \
      loads](create-loads.md), [Track loads](track-loads.md) and [Costs and \
      errors](costs-and-errors.md) show how to use them. The build generates this page and \
      the records from the [API \
      description](../sdk-models/src/main/resources/io/freightsdk/json/freight-agent-api.yaml).

      ## What the API does not have

      | missing | use instead |
      |---|---|
      | Cancel or delete a load | Call the driver, and [mark the order as \
      cancelled](create-loads.md#cancel-or-change-a-load) in your table. |
      | Change a load | Create another load with a new `customerRef`. \
      [Jobs](jobs/book-orders.md#correct-or-withdraw-an-order) can correct an order that has no \
      load yet. |
      | Set a status | The status follows the driver's GPS. `updateLoadStatus` always fails \
      with 410 `STATUS_DOOR_CLOSED`. |
      | List or search loads | Store `loadNumber()` with your order. An order [sent \
      again](create-loads.md#send-an-order-again) with its `customerRef` returns its load, \
      free of charge. [Jobs](jobs/book-orders.md#find-an-order) keep a list. |
      | Webhooks | [Follow the load](jobs/follow-loads.md): jobs read it and call your listener. \
      |
      | The charge in a response | The client reads the price list before each paid call, \
      and reports the [charge](costs-and-errors.md#read-the-charge). |
      | A list of your charges | The [ledger](spend/ledger.md) records each charge, and \
      [compares](spend/accounting.md#compare-the-ledger-with-the-balance) the sum with the \
      balance. |
      | A sandbox | Use the [in-memory server](in-memory-server.md). |
      | Endpoints for agent keys | Create a key in the broker console (*Integrations, Agent \
      API*). It comes by e-mail. [Rotate keys](configure.md#rotate-keys) without a restart. \
      |

      The description does not publish rate limits, a maximum of open loads or of stops, the lifetime of keys, the names of their \
      scopes, the fields of an ETA, or how a load becomes `CANCELLED`. The top-up by card is \
      an [experimental operation](#experimental-operations). You can always top up in the \
      broker console (*Billing*).

      ## Operations

      %s

      %s

      - **Prices** are in the [price list](#pricing) under the price key: \
      `client.price(Operation.CREATE_LOAD)`. `load_create` and `position_read` cost money. \
      The prices of `status_update` and `delivery_confirm` are 0. An operation without a \
      price key is free of charge.
      - **`createLoad`** returns a [`CreateLoadOutcome`](#createloadoutcome), whichever of \
      its two responses the service sends.
      - **`updateLoadStatus`** always fails, because the status follows the driver's GPS.
      - **Options:** each method also takes `CallOptions`. `client.withResponse()` has the \
      same methods, and returns the [charge](costs-and-errors.md#read-the-charge) with each \
      response. \
      `client.async()` and `client.async().withResponse()` return \
      [futures](configure.md#async-virtual-threads-kotlin).
      - **Errors** are in the table of [exceptions](costs-and-errors.md#exceptions).

      The service names four more operations, which are \
      [experimental](#experimental-operations).

      ## How to read the tables

      A member is an accessor of its record, such as `position.status()`, and a method of \
      its builder, such as `CreateLoadInput.builder().customerRef("acme/PO-1007")`. Times \
      are `Instant`. Amounts are `BigDecimal` in USD. Other units are in the column \
      "meaning".

      - **\\*** marks a secret. Every `toString` shows `***` instead, and your logs should, \
      too.
      - **Other fields:** %s also have `additionalProperties()`, a `Map<String, Object>` \
      with every field that the table does not name. A builder adds one to a request with \
      `put`. A response keeps them as received.
      - **Members of a newer service** are ignored in all other records. \
      `client.withResponse()` returns the body as text, too: `response.body()`. It is null \
      for a position that another call has read.
      - **A value in another form**, such as a time without a zone, is read as absent if the \
      member may be absent. The client logs one warning for each such member, without the \
      value.
      - **"Not published"** means that the service may differ.

      ## What you send

      %s

      ## What you get

      ### CreateLoadOutcome

      The result of `createLoad`: a new load, or the existing load with the same \
      `customerRef`.

      %s

      In JSON, the service sends one of the next two bodies: `CreateLoadResult` with status \
      201, or `DedupCreateLoadResult` with status 200. No method of the client returns these \
      two records.

      %s

      ## Experimental operations

      `client.catalog()` has four operations that the service names, but does not publish. \
      Our requests and responses for them are a guess, and may change in any version. Only \
      the members of `ServiceCatalogEntry` are published.

      %s

      %s

      - **Paid operations** are sent once, whatever the response. They are \
      `createTrackedLoad`, `getTrackedLoadPosition` and `topUpByCard`.
      - **`createTrackedLoad`** returns a [`CreateLoadOutcome`](#createloadoutcome). It is \
      not published whether its idempotency key prevents a second charge. So a limit counts \
      each call that is charged, also with the same key.
      - **`topUpByCard`** has no price key: it charges the card. No limit or metric counts \
      it.

      %s

      ## Values that may grow

      A value that this version does not know is kept unchanged, and its `isKnown()` is \
      false.

      %s
      """;

  private static final Pattern FIRST_SENTENCE = Pattern.compile("\\.( .*)?$");

  private static final String OUTCOME = "CreateLoadOutcome";
  private static final String NEW_LOAD = "CreateLoadResult";
  private static final String EXISTING_LOAD = "DedupCreateLoadResult";

  /** The members that the client adds to the response. */
  private static final String CALL_MEMBERS =
      row("`deduplicated`", "`boolean`", "no", "Whether the load existed before.")
          + row("`idempotencyKey`", "`String`", "no", "The idempotency key of the call.")
          + row("`attempts`", "`int`", "no", "Number of attempts, from 1.")
          + row("`charge`", "`Charge`", "no", "The cost of all attempts together.");

  private static final String SECRET = " \\*";
  private static final String NULL = "yes: `null`";
  private static final String EMPTY = "yes: empty";

  private final Description description;
  private final Set<String> sent;

  private ApiPageWriter(Description description) {
    this.description = description;
    this.sent =
        reachable(
            description.operations().stream()
                .flatMap(operation -> operation.arguments().stream())
                .map(Operation.Argument::record));
  }

  static String write(Description description) {
    return new ApiPageWriter(description).page();
  }

  private String page() {
    Set<String> published =
        reachable(
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
        operations(false),
        arguments(false),
        openRecords(),
        models(toSend),
        outcome(),
        models(toGet),
        operations(true),
        arguments(true),
        models(notPublished),
        joined(description.openEnums().stream().map(ApiPageWriter::values)).strip());
  }

  private static Stream<String> records(Operation operation) {
    return Stream.concat(
        operation.arguments().stream().map(Operation.Argument::record),
        operation.responses().stream());
  }

  /** The records of these names, and their parts. */
  private Set<String> reachable(Stream<String> names) {
    Set<String> reachable = new HashSet<>(names.toList());
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Schema.Model model : description.models()) {
        if (!reachable.contains(model.name())) continue;
        for (Schema.Member member : model.members()) {
          Type part = member.type() instanceof Type.ListOf list ? list.item() : member.type();
          grows |= reachable.add(part.boxed());
        }
      }
    }
    return reachable;
  }

  private List<Operation> operationsOf(boolean experimental) {
    return description.operations().stream()
        .filter(operation -> operation.experimental() == experimental)
        .toList();
  }

  private String operations(boolean experimental) {
    String rows = joined(operationsOf(experimental).stream().map(this::operation));
    return ("| call | request | price key | returns |\n|---|---|---|---|\n" + rows).strip();
  }

  private String operation(Operation operation) {
    String names =
        operation.arguments().stream()
            .map(Operation.Argument::name)
            .collect(Collectors.joining(", "));
    String client = operation.experimental() ? "client.catalog()" : "client";
    return row(
        code(client + "." + operation.id() + "(" + names + ")"),
        code(operation.method() + " " + operation.path()),
        operation.priceKey().isEmpty() ? "none" : code(operation.priceKey()),
        response(operation.responses()));
  }

  private static String response(List<String> responses) {
    if (responses.isEmpty()) return "nothing: it fails";
    return link(responses.contains(NEW_LOAD) ? OUTCOME : responses.get(0));
  }

  /** Operations with the same argument share a row. */
  private String arguments(boolean experimental) {
    Map<String, List<String>> operations = new LinkedHashMap<>();
    for (Operation operation : operationsOf(experimental)) {
      for (Operation.Argument argument : operation.arguments()) {
        operations
            .computeIfAbsent(argument(argument), unused -> new ArrayList<>())
            .add(code(operation.id()));
      }
    }
    StringBuilder table = new StringBuilder(row("argument", "operations"));
    table.append("|---|---|\n");
    operations.forEach((argument, of) -> table.append(row(argument, String.join(", ", of))));
    return table.toString().strip();
  }

  private static String argument(Operation.Argument argument) {
    String name = code(argument.name()) + ": ";
    if (!argument.record().isEmpty()) return name + link(argument.record());
    String first = FIRST_SENTENCE.matcher(text(argument.description())).replaceFirst("");
    return name + first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1);
  }

  private String openRecords() {
    List<String> names =
        description.models().stream()
            .filter(Schema.Model::open)
            .map(model -> link(model.name()))
            .toList();
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** The outcome has one of two bodies, so a member may be absent if either body may lack it. */
  private String outcome() {
    Set<String> always =
        model(EXISTING_LOAD).members().stream()
            .filter(Schema.Member::required)
            .map(Schema.Member::name)
            .collect(Collectors.toSet());
    StringBuilder table = new StringBuilder(row("member", "type", "may be absent", "meaning"));
    table.append("|---|---|---|---|\n");
    for (Schema.Member member : model(NEW_LOAD).members()) {
      if (member.name().equals("success")) continue;
      boolean isThere = member.required() && always.contains(member.name());
      table.append(member(member, isThere ? "no" : NULL));
    }
    return table.append(CALL_MEMBERS).toString().strip();
  }

  private Schema.Model model(String name) {
    return description.models().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private String models(List<Schema.Model> models) {
    return joined(models.stream().map(this::model)).strip();
  }

  private String model(Schema.Model model) {
    StringBuilder section = new StringBuilder(heading(model));
    if (!model.derived().isEmpty()) {
      section.append("| method | type | meaning |\n|---|---|---|\n");
      for (Schema.Member method : model.derived()) {
        section.append(
            row(code(method.name() + "()"), type(method.type()), text(method.description())));
      }
      section.append('\n');
    }
    boolean isSent = sent.contains(model.name());
    section.append(row("member", "type", isSent ? "required" : "may be absent", "meaning"));
    section.append("|---|---|---|---|\n");
    for (Schema.Member member : model.members()) {
      String absent = member.required() ? "no" : member.collection() ? EMPTY : NULL;
      section.append(member(member, isSent ? member.required() ? "yes" : "no" : absent));
    }
    for (Schema.View view : model.views()) {
      section.append(row(code(view.name()), type(view.type()), NULL, text(view.description())));
    }
    return section.append('\n').toString();
  }

  private static String member(Schema.Member member, String presence) {
    String json =
        member.json().equals(member.name()) ? "" : " In JSON it is " + code(member.json()) + ".";
    return row(
        code(member.name()) + (member.sensitive() ? SECRET : ""),
        member.primitive() ? code(member.type().plain()) : type(member.type()),
        presence,
        text(member.description()) + json);
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

  /** Markdown of the description, on one line. */
  private static String text(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static String row(String... cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String joined(Stream<String> parts) {
    return parts.collect(Collectors.joining());
  }
}
