package io.freightsdk.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NotUnderstoodTest {
  private static final String STOP = "components.schemas.StopInput.";

  @Test
  void theRealDescriptionIsUnderstood() {
    Description description = Description.parse(DescriptionText.REAL.yaml());
    assertThat(description.operations()).isNotEmpty();
    assertThat(description.openEnums()).isNotEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spoiledDescriptions")
  void eachIsRefusedWithOneLineThatNamesThePlace(
      String what, DescriptionText spoiled, String place, String problem) {
    assertThatThrownBy(() -> Description.parse(spoiled.yaml()))
        .isInstanceOf(NotUnderstood.class)
        .message()
        .startsWith(place + ": ")
        .contains(problem)
        .doesNotContain("\n");
  }

  /** A record has these methods, and the generated code of a record uses the others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "clone",
        "finalize",
        "getClass",
        "hashCode",
        "notify",
        "notifyAll",
        "toString",
        "wait",
        "builder",
        "toBuilder",
        "build",
        "in",
        "out",
        "additionalProperties"
      })
  void noMemberHasANameThatIsTaken(String name) {
    assertThatThrownBy(() -> Description.parse(inStop("facilityName:", name + ":").yaml()))
        .isInstanceOf(NotUnderstood.class)
        .hasMessageContaining("'" + name + "' cannot be the name of a record component");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zip", "a \"quoted\" word", "C:\\temp", "\\\"", ""})
  void aTextInTheSourceIsTheTextThatJavaReads(String text) {
    String literal = Source.literal(text);
    assertThat(literal).startsWith("\"").endsWith("\"");
    String inside = literal.substring(1, literal.length() - 1);
    assertThat(inside.translateEscapes()).isEqualTo(text);
    assertThat(inside.replace("\\\\", "").replace("\\\"", "")).doesNotContain("\"", "\\");
  }

  static Stream<Arguments> spoiledDescriptions() {
    return Stream.concat(spoiledSchemas(), spoiledOperations());
  }

  private static Stream<Arguments> spoiledSchemas() {
    return Stream.of(
        spoiled("oneOf", inStop("type: object", "type: object\n      oneOf: []"), "oneOf"),
        spoiled(
            "multiples", zip("type: number\n          multipleOf: 2"), "properties.zip.multipleOf"),
        spoiled("closed enum", zip("type: string\n          enum: [a]"), "properties.zip.enum"),
        spoiled("unknown type", zip("type: text"), "properties.zip.type"),
        spoiled(
            "unknown format", zip("type: string\n          format: byte"), "properties.zip.format"),
        spoiled(
            "decimal format",
            zip("type: number\n          format: decimal"),
            "properties.zip.format"),
        spoiled("no type", zip("x-sensitive: true"), "properties.zip", "'type' is missing"),
        spoiled("two types", zip("type: [string, number]"), "properties.zip.type"),
        spoiled("required null", zip("type: [string, 'null']"), "properties.zip", "required"),
        spoiled("number constant", zip("type: number\n          const: 1"), "properties.zip.const"),
        spoiled(
            "text flag",
            zip("type: string\n          x-sensitive: maybe"),
            "properties.zip.x-sensitive"),
        spoiled(
            "dangling reference",
            zip("$ref: '#/components/schemas/Zip'"),
            "properties.zip.$ref",
            "Zip"),
        spoiled("foreign reference", zip("$ref: 'other.yaml#/Zip'"), "properties.zip.$ref"),
        spoiled(
            "list of numbers",
            zip("type: array\n          items:\n            type: number"),
            "properties.zip.items"),
        spoiled(
            "unnamed object",
            zip("type: object\n          additionalProperties:\n            type: string"),
            "properties.zip"),
        spoiled("keyword", inStop("facilityName:", "class:"), "properties.class", "component"),
        spoiled(
            "taken name", inStop("facilityName:", "toString:"), "properties.toString", "component"),
        spoiled(
            "two alike",
            inStop(
                "facilityName:",
                "to_state:\n          description: x\n          type: string\n        toState:"),
            "properties.toState"),
        spoiled(
            "required without property",
            inStop("[address, city", "[street, city"),
            "required",
            "street"),
        arguments(
            "views of a closed object",
            DescriptionText.REAL.after(
                "    Balance:", "type: object", "type: object\n      x-views: {}"),
            "components.schemas.Balance.x-views",
            "x-views"),
        arguments(
            "method named as a member",
            DescriptionText.REAL.with("        latestFix:\n", "        gpsTrack:\n"),
            "components.schemas.LoadPosition.x-derived.gpsTrack",
            "two members"),
        arguments(
            "lenient list",
            DescriptionText.REAL.after(
                "    CreateLoadResult:",
                "type: boolean",
                "type: array\n          items:\n            type: string"),
            "components.schemas.CreateLoadResult.properties.success.items",
            "named objects"),
        arguments(
            "enum of no names",
            DescriptionText.REAL.with("[PICKUP, DELIVERY]", "[PICK-UP]"),
            "components.schemas.StopType.x-extensible-enum",
            "constant"),
        arguments(
            "lower-case schema",
            DescriptionText.REAL
                .with("    GpsPoint:\n", "    gpsPoint:\n")
                .with("schemas/GpsPoint", "schemas/gpsPoint"),
            "components.schemas.gpsPoint",
            "gpsPoint"),
        arguments(
            "schema that is a number",
            DescriptionText.REAL.after("    StopType:", "type: string", "type: number"),
            "components.schemas.StopType.type",
            "object or an open enum"));
  }

  private static Stream<Arguments> spoiledOperations() {
    String balance = "paths./v1/agent/balance.get.";
    return Stream.of(
        arguments(
            "OpenAPI 3.0",
            DescriptionText.REAL.with("openapi: 3.1.0", "openapi: 3.0.3"),
            "openapi",
            "3.1"),
        arguments(
            "webhooks",
            DescriptionText.REAL.with("\npaths:", "\nwebhooks: {}\npaths:"),
            "webhooks",
            "understand"),
        arguments(
            "head",
            inBalance("    get:", "    head:"),
            "paths./v1/agent/balance.head",
            "understand"),
        arguments(
            "callbacks",
            inBalance("      tags:", "      callbacks: {}\n      tags:"),
            balance + "callbacks",
            "understand"),
        arguments(
            "two of one id",
            DescriptionText.REAL.with("operationId: getBalance", "operationId: getPricing"),
            "paths./v1/agent/balance.get",
            "getPricing"),
        arguments(
            "query parameter",
            DescriptionText.REAL.with("in: header\n      required", "in: query\n      required"),
            "components.parameters.IdempotencyKey.in",
            "path or a header"),
        arguments(
            "missing parameter",
            DescriptionText.REAL.with("  /v1/agent/balance:", "  /v1/agent/balance/{broker}:"),
            "paths./v1/agent/balance/{broker}",
            "broker"),
        arguments(
            "parameter without place",
            inBalance(
                "      tags:",
                "      parameters:\n        - $ref: '#/components/parameters/LoadNumber'\n      tags:"),
            "components.parameters.LoadNumber",
            "placeholder"),
        arguments(
            "unknown scheme",
            DescriptionText.REAL.with("- agentKeyHeader: [", "- cookie: ["),
            "paths./v1/freight/create_tracked_load.post.security.0.cookie",
            "scheme"),
        arguments(
            "XML",
            inBalance("application/json:", "application/xml:"),
            balance + "responses.200.content.application/xml",
            "understand"),
        arguments("odd status", inBalance("'200':", "20X:"), balance + "responses.20X", "status"),
        arguments(
            "inline schema",
            inBalance("$ref: '#/components/schemas/Balance'", "type: object"),
            balance + "responses.200.content.application/json.schema.type",
            "understand"),
        arguments(
            "dangling response",
            inBalance("responses/Unauthorized", "responses/Nobody"),
            balance + "responses.401.$ref",
            "Nobody"),
        arguments(
            "no responses",
            inBalance("      responses:", "      x-price-key: a\n      y:"),
            balance + "y",
            "understand"),
        arguments(
            "a list for a mapping",
            new DescriptionText("openapi: 3.1.0\npaths: []\ncomponents: []"),
            "components",
            "mapping"),
        arguments("no YAML", new DescriptionText("a: [1"), "the file", "expected"),
        arguments("a key twice", new DescriptionText("a: 1\na: 2"), "the file", "duplicate"));
  }

  /** A member can need another one only if it may be absent, and the other one too. */
  @ParameterizedTest
  @ValueSource(strings = {"lat: [height]", "height: [lng]", "lat: [zip]", "zip: [lng]"})
  void aMemberThatNeedsAnotherOne(String need) {
    assertThatThrownBy(() -> Description.parse(inStop("lat: [lng]", need).yaml()))
        .isInstanceOf(NotUnderstood.class)
        .hasMessageContaining("is no optional value of this object");
  }

  private static Arguments spoiled(String what, DescriptionText text, String place) {
    return arguments(what, text, STOP + place, "");
  }

  private static Arguments spoiled(
      String what, DescriptionText text, String place, String problem) {
    return arguments(what, text, STOP + place, problem);
  }

  private static Arguments arguments(
      String what, DescriptionText text, String place, String problem) {
    return Arguments.of(what, text, place, problem);
  }

  private static DescriptionText inStop(String old, String replacement) {
    return DescriptionText.REAL.after("    StopInput:", old, replacement);
  }

  private static DescriptionText zip(String type) {
    return DescriptionText.REAL.after(
        "    StopInput:", "type: string\n          pattern: '^[0-9]{5}(-[0-9]{4})?$'", type);
  }

  private static DescriptionText inBalance(String old, String replacement) {
    return DescriptionText.REAL.after("  /v1/agent/balance:", old, replacement);
  }
}
