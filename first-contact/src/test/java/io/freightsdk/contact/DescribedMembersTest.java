package io.freightsdk.contact;

import static org.assertj.core.api.Assertions.assertThat;

import com.squareup.moshi.JsonDataException;
import io.freightsdk.json.FreightApiDescription;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Each member of each response in the API description, with values of other forms: the result is
 * broken if the client does not have the value, and only then.
 */
class DescribedMembersTest {
  private static final JsonNode DOCUMENT = new YAMLMapper().readTree(FreightApiDescription.yaml());
  private static final String LOAD = "LD-2026-0001";
  private static final String TIME = "2026-11-20T16:20:00";

  private static final List<String> OTHER_VALUES =
      List.of(
          "{}",
          "{\"items\":[{\"city\":\"x\"}]}",
          "[]",
          "[\"x\"]",
          "[{\"city\":\"x\"}]",
          "\"x\"",
          "\"17.5\"",
          "\"" + TIME + "\"",
          "\"" + TIME + "Z\"",
          "true",
          "0",
          "17.5",
          "1764000000000",
          "1e400");

  /**
   * A member of a response.
   *
   * @param pointer to the member in the body
   * @param body has all members of the response
   */
  record Member(Operation operation, int status, String pointer, JsonNode body) {
    @Override
    public String toString() {
      return operation.id() + " " + status + " " + pointer;
    }

    /** As in a row of the report. */
    String path() {
      return new ResponseSchemas.Violation(pointer, "").member();
    }

    Stream<JsonNode> examples() {
      return ResponseSchemas.examples(operation, status).stream();
    }

    ApiCall call() {
      boolean namesLoad = operation.path().contains("{");
      ApiCall.Expected expected = new ApiCall.Expected(status);
      return new ApiCall(operation, namesLoad ? LOAD : "", null, null, false, 1, expected);
    }
  }

  static Stream<Member> members() {
    List<Member> members = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      if (operation.experimental()) continue;
      String method = operation.method().toLowerCase(Locale.ROOT);
      JsonNode responses = DOCUMENT.get("paths").get(operation.path()).get(method).get("responses");
      for (Map.Entry<String, JsonNode> response : responses.properties()) {
        if (response.getKey().equals("default")) continue;
        JsonNode content = resolved(response.getValue()).path("content").path("application/json");
        JsonNode body = value("", content.get("schema"));
        int status = Integer.parseInt(response.getKey());
        pointers(body, "")
            .forEach(pointer -> members.add(new Member(operation, status, pointer, body)));
      }
    }
    assertThat(members)
        .extracting(Member::toString)
        .contains(
            "getLoadPosition 200 /stops/0/arrivedAt",
            "getLoadPosition 200 /gpsTrack",
            "createLoad 402 /priceUsd",
            "createLoad 400 /fields/0",
            "getPricing 200 /prices/load_create");
    return members.stream();
  }

  private static JsonNode resolved(JsonNode node) {
    JsonNode reference = node.path("$ref");
    return reference.isString() ? DOCUMENT.at(reference.stringValue().substring(1)) : node;
  }

  /** A value with all members of its schema. */
  private static JsonNode value(String name, JsonNode described) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    JsonNode schema = resolved(described);
    if (described.has("const")) return described.get("const");
    for (String list : List.of("enum", "x-extensible-enum")) {
      if (schema.has(list)) return schema.get(list).get(0);
    }
    ObjectNode object = json.objectNode();
    for (JsonNode one : schema.path("anyOf")) object.setAll((ObjectNode) value(name, one));
    if (!object.isEmpty()) return object;
    JsonNode type = schema.path("type");
    switch (type.isArray() ? type.get(0).stringValue() : type.stringValue()) {
      case "array":
        return json.arrayNode().add(value(name, schema.get("items")));
      case "number", "integer":
        return json.numberNode(12);
      case "boolean":
        return json.booleanNode(true);
      case "string":
        String format = schema.path("format").stringValue("");
        boolean isTime = format.equals("date-time");
        String link = name.endsWith("Link") ? "https://freight.test/x" : "text";
        return json.stringNode(
            isTime ? TIME + "Z" : name.equals("loadNumber") ? LOAD : special(name, link));
      default:
        schema.path("properties").forEachEntry((key, one) -> object.set(key, value(key, one)));
        if (name.equals("prices")) object.put("load_create", 0.65);
        return object;
    }
  }

  /** By these members, the client recognizes a refusal of the service. */
  private static String special(String name, String other) {
    return switch (name) {
      case "currency" -> "USD";
      case "error" -> "Load not found";
      case "reason" -> "bol_received_before_geofence_arrive";
      default -> other;
    };
  }

  private static Stream<String> pointers(JsonNode node, String pointer) {
    List<String> pointers = new ArrayList<>();
    if (!pointer.isEmpty()) pointers.add(pointer);
    node.forEachEntry((name, one) -> pointers.addAll(pointers(one, pointer + "/" + name).toList()));
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      pointers.addAll(pointers(node.get(i), pointer + "/" + i).toList());
    }
    return pointers.stream();
  }

  @ParameterizedTest
  @MethodSource("members")
  void lostValueIsBroken(Member member) {
    for (String other : OTHER_VALUES) {
      String body = with(member.body(), member.pointer(), other);

      Findings found = judged(member, body);

      String message = other + ": " + found.all;
      List<Finding> broken =
          found.all.stream().filter(c -> c.result() == Finding.Result.BROKEN).toList();
      if (isLost(member, body)) {
        assertThat(broken).as(message).isNotEmpty();
        assertThat(found.all).as(message).noneMatch(DescribedMembersTest::saysNothingToDo);
      } else {
        // A list without its items may be lost in part.
        assertThat(broken)
            .as(message)
            .noneMatch(c -> saysLost(c) && ClientView.isWithin(member.path(), c.member()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("members")
  void memberWithAnotherSpellingIsBroken(Member member) {
    String name = member.pointer().replaceFirst(".*/", "");
    // A list has no names, and names of prices are not described.
    boolean isDescribed = member.status() < 300 && name.matches("[a-zA-Z]+");
    if (!isDescribed) return;
    String snake = name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    for (String other : List.of(snake, name.toUpperCase(Locale.ROOT))) {
      if (other.equals(name)) continue;
      JsonNode copy = member.body().deepCopy();
      ObjectNode parent =
          (ObjectNode) copy.at(member.pointer().substring(0, member.pointer().lastIndexOf('/')));
      parent.set(other, parent.remove(name));

      Findings found = judged(member, copy.toString());

      assertThat(found.all).as(other).anyMatch(c -> c.result() == Finding.Result.BROKEN);
    }
  }

  /** A member of all examples, whose value is not always the same, needs its name. */
  @ParameterizedTest
  @MethodSource("members")
  void memberWithAnotherNameIsBroken(Member member) {
    String name = member.pointer().replaceFirst(".*/", "");
    boolean isFixed = List.of("success", "ok", "deduplicated", "currency").contains(name);
    boolean isSent =
        member.examples().noneMatch(example -> example.at(member.pointer()).isMissingNode());
    boolean isNamed = !member.pointer().matches(".*/prices/.*|.*/[0-9]+");
    if (member.status() >= 400 || isFixed || !isSent || !isNamed) return;
    String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);

    assertThat(renamed(member, name, "our" + capital).all)
        .anyMatch(c -> c.result() == Finding.Result.BROKEN);
    assertThat(renamed(member, name, "xyz").all).isNotEmpty();
  }

  private static Findings renamed(Member member, String name, String other) {
    JsonNode copy = member.body().deepCopy();
    String pointer = member.pointer();
    ObjectNode parent = (ObjectNode) copy.at(pointer.substring(0, pointer.lastIndexOf('/')));
    parent.set(other, parent.remove(name));
    return judged(member, copy.toString());
  }

  @ParameterizedTest
  @MethodSource("members")
  void valueThatIsNotListedHasARow(Member member) {
    String value = member.body().at(member.pointer()).asString("");
    boolean isListed =
        DOCUMENT.findValues("x-extensible-enum").stream()
            .flatMap(JsonNode::valueStream)
            .anyMatch(one -> one.stringValue().equals(value));
    if (!isListed) return;
    String upper = value.toUpperCase(Locale.ROOT);
    String other = upper.equals(value) ? value.toLowerCase(Locale.ROOT) : upper;

    assertThat(judged(member, with(member.body(), member.pointer(), '"' + other + '"')).all)
        .anyMatch(c -> c.result() == Finding.Result.BROKEN);
    assertThat(judged(member, with(member.body(), member.pointer(), "\"SOMETHING\"")).all)
        .isNotEmpty()
        .noneMatch(DescribedMembersTest::saysNothingToDo);
  }

  /** Its members are not published, so no service can contradict them. */
  @Test
  void unreadableValueOfTheEtaIsDifferent() {
    Member eta =
        members()
            .filter(one -> one.toString().equals("getLoadPosition 200 /eta"))
            .findFirst()
            .get();

    Findings found = judged(eta, with(eta.body(), eta.pointer(), "{\"nextStopEta\":\"tomorrow\"}"));

    assertThat(found.all)
        .extracting(finding -> finding.result().word + " " + finding.member())
        .containsExactly("different eta.nextStopEta");
  }

  private static boolean saysNothingToDo(Finding finding) {
    return finding.advice().startsWith("Nothing to do");
  }

  private static boolean saysLost(Finding finding) {
    return finding.advice().contains("null or empty") || finding.advice().contains("lacks it");
  }

  /** Whether the client does not have the value, by its records and by the form of its errors. */
  private static boolean isLost(Member member, String body) {
    JsonNode sent = AlteredService.JSON.readTree(body).at(member.pointer());
    if (member.status() >= 400) return !isReadOfRefusal(member.pointer(), sent);
    JsonNode client = readByClient(member, body);
    if (client == null) return true;
    JsonNode read = client.at(member.pointer());
    boolean isEmpty = read.isContainer() && read.isEmpty() && !read.equals(sent);
    return read.isMissingNode() || read.isNull() || isEmpty;
  }

  private static boolean isReadOfRefusal(String pointer, JsonNode sent) {
    boolean isScalar = sent.isString() || sent.isNumber();
    return switch (pointer) {
      case "/error" -> sent.isString();
      case "/balanceUsd", "/priceUsd" ->
          sent.isNumber() || sent.asString("").matches("[0-9]+([.][0-9]+)?");
      case "/fields" -> sent.isArray() && !sent.path(0).isContainer();
      default -> isScalar;
    };
  }

  private static @Nullable JsonNode readByClient(Member member, String body) {
    return switch (member.operation()) {
      case CREATE_LOAD ->
          member.status() == 200
              ? read(DedupCreateLoadResult.class, body)
              : read(CreateLoadResult.class, body);
      case GET_LOAD_POSITION -> read(LoadPosition.class, body);
      case CONFIRM_DELIVERY -> read(ConfirmDeliveryResult.class, body);
      case GET_BALANCE -> read(Balance.class, body);
      default -> read(Pricing.class, body);
    };
  }

  private static <T> @Nullable JsonNode read(Class<T> type, String body) {
    Buffer buffer = new Buffer().writeUtf8(body);
    try {
      FreightJson.write(type, FreightJson.read(type, buffer), buffer);
      return AlteredService.JSON.readTree(buffer.readUtf8());
    } catch (IOException | JsonDataException unreadable) {
      return null;
    }
  }

  private static String with(JsonNode body, String pointer, String value) {
    JsonNode copy = body.deepCopy();
    int last = pointer.lastIndexOf('/');
    JsonNode parent = copy.at(pointer.substring(0, last));
    String name = pointer.substring(last + 1);
    JsonNode node = AlteredService.JSON.readTree("\"VALUE\"");
    if (parent instanceof ObjectNode object) object.set(name, node);
    else ((ArrayNode) parent).set(Integer.parseInt(name), node);
    return copy.toString().replace("\"VALUE\"", value);
  }

  private static Findings judged(Member member, String body) {
    Findings found = new Findings();
    ApiResponse response =
        new ApiResponse(
            member.operation(),
            HttpUrl.get("https://freight.test/"),
            member.status(),
            Headers.EMPTY,
            body,
            Duration.ZERO,
            null,
            true);
    JsonNode usable = ResponseComparison.compare(member.call(), response, found);
    if (usable == null) return found;
    if (member.operation() == Operation.GET_PRICING) {
      RunContext context = new RunContext("", "", "");
      context.prices = PriceList.of(response);
      Checks.FREE.get(0).judge().judge(found, usable, context);
    }
    ResponseComparison.addIfUnreadable(member.call(), response, found);
    return found;
  }
}
