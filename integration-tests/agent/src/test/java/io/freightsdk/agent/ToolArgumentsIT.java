package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsIT {
  private AgentFixture fixture;
  private AgentFixture.Toolbox tools;

  @BeforeEach
  @BeforeProperty
  void open() {
    fixture = AgentFixture.withBalance("10.00");
    tools = fixture.tools();
  }

  @AfterEach
  @AfterProperty
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"zip\":\"40701\"|\"zip\":\"40701\",\"date\":\"tomorrow\"|pickups.0.date: expected",
        "\"zip\":\"40701\"|\"zip\":\"40701\",\"date\":\"2026-11-31T08:00:00Z\"|pickups.0.date: expected",
        "\"zip\":\"40701\"|\"zip\":\"40701\",\"lat\":0,\"lng\":0|pickups.0: unknown \"lat\", \"lng\"; known are address",
        "\"customerRef\":\"PO-1\"|\"customerRef\":\"PO-1\",\"truckNumber\":\"T-1\"|arguments: unknown \"truckNumber\"",
        "\"customerRef\":\"PO-1\"|\"customerRef\":\"#\"|customerRef: expected the order's own reference such as PO-7731",
        "\"customerRef\":\"PO-1\"|\"rate\":5|customerRef: required",
        "\"customerRef\":\"PO-1\"|\"customerRef\":\"PO-1\",\"miles\":\"many\"|miles: expected a number",
        "\"customerRef\":\"PO-1\"|\"customerRef\":\"PO 1 (rush)\"|customerRef: expected letters, digits",
        "\"customerRef\":\"PO-1\"|\"customerRef\":\"PO-1\",\"status\":\"DELIVERED\"|arguments: unknown \"status\"",
      })
  void mistakeIsNamedAndCostsNothing(String valid, String wrong, String problem) {
    String arguments = AgentFixture.load("PO-1").replaceFirst(Pattern.quote(valid), wrong);

    ToolResult result = tools.call("create_load", arguments);

    assertThat(result.error().code()).isEqualTo("INVALID_ARGUMENTS");
    assertThat(result.error().retry()).isEqualTo(ToolError.Retry.CHANGED_ARGUMENTS);
    assertThat(result.error().message()).contains(problem).contains("Nothing was charged.");
    assertThat(result.charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.sent(Operation.CREATE_LOAD)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pickups", "deliveries"})
  void orderWithoutStopsIsRefusedBeforeAnybodyIsAsked(String side) {
    List<ApprovalRequest> questions = new ArrayList<>();
    tools = fixture.tools(b -> b.sharedLimits(SpendLimit.perDay("5.00")).approver(questions::add));
    String load =
        AgentFixture.load("PO-1")
            .replaceFirst("\"%s\":\\[[^\\]]*\\]".formatted(side), "\"%s\":[]".formatted(side));

    ToolResult result = tools.call("create_load", load);

    assertThat(questions).isEmpty();
    assertThat(result.error().message())
        .startsWith(side + ": expected at least one stop; ask the user for it.");
    assertThat(fixture.sent(Operation.CREATE_LOAD)).isZero();
  }

  @Test
  void allMistakesAreNamedTogether() {
    String wrong =
        """
        {"driverPhone":"+13125550142","customerRef":"--","rate":"much",
         "pickups":[{"address":"1 A","city":"C","state":"KY","zip":"1","date":"2026-11-20 14:00"}],
         "deliveries":[{"address":"9 E","city":"D","state":"TX","date":"tomorrow"},
                       {"address":"9 E","city":"D","state":"TX","lat":36.9},
                       {"address":"9 E","city":"D","state":"TX","zip":"2","facilityName":7}]}""";

    assertThat(tools.call("create_load", wrong).error().message())
        .contains(
            "customerRef: expected the order's own reference",
            "rate: expected a number (USD)",
            "pickups.0.date: expected date, time and UTC offset",
            "deliveries.0.zip: required",
            "deliveries.0.date: expected date, time and UTC offset",
            "deliveries.1.zip: required",
            "deliveries.1: unknown \"lat\"",
            "deliveries.2.facilityName: expected a string")
        .doesNotContain("tomorrow", "2026-11-20 14:00", "36.9");
    assertThat(
            tools
                .call("confirm_delivery", "{\"loadNumber\":\"../x\",\"bolReceivedAt\":\"no\"}")
                .error()
                .message())
        .contains("loadNumber: expected a load number", "bolReceivedAt: expected a time");
    assertThat(tools.call("list_loads", "{\"customerRef\":\"#\",\"a\":1}").error().message())
        .contains("unknown \"a\"", "customerRef: expected the order's own reference");
    assertThat(fixture.server.journal().matching(one -> one.operation() != Operation.GET_PRICING))
        .isEmpty();
  }

  @Test
  void dateWithoutAnOffsetIsRefusedWithAnExample() {
    String load =
        AgentFixture.load("PO-1")
            .replace("\"zip\":\"75201\"", "\"zip\":\"75201\",\"date\":\"2026-11-20T08:00\"");

    assertThat(tools.call("create_load", load).error().message())
        .isEqualTo(
            "deliveries.0.date: expected date, time and UTC offset of the stop, such as"
                + " 2026-11-20T09:00:00-05:00; leave it out if the user gave no time. Nothing was"
                + " charged. Correct this, then call again. Ask the user for values that you do not"
                + " know.");
  }

  @ParameterizedTest
  @CsvSource({
    "(312) 555-0142, KY",
    "312-555-0142, ky",
    "+1 312 555 0142, ky",
    "1.312.555.0142, ' KY '"
  })
  void unambiguousSpellingsAreAccepted(String phone, String state) {
    String load =
        AgentFixture.load("PO-1")
            .replace(AgentFixture.PHONE, phone)
            .replace("\"KY\"", '"' + state + '"');
    ToolResult made = tools.call("create_load", load);
    assertThat(made.failed()).as(made.json()).isFalse();
    assertThat(fixture.server.sms().to(AgentFixture.PHONE)).hasSize(1);
    assertThat(tools.createLoad("PO-1").charge()).as("the same call").isEqualTo(Charge.NONE);
    Object number = Json.at(made, "loadNumber");
    assertThat(tools.position(" " + number + " ").failed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"driverPhone\":\"+13125550142\"|\"driverPhone\":\"+10000000000\"|driverPhone",
        "\"state\":\"KY\"|\"state\":\"ZZ\"|pickups.0.state",
        "\"customerRef\":\"PO-1\"|\"customerRef\":\"PO-1\",\"rate\":-1|rate",
      })
  void refusalOfTheServiceIsNamedAndCostsNothing(String valid, String wrong, String field) {
    ToolResult result =
        tools.call(
            "create_load", AgentFixture.load("PO-1").replaceFirst(Pattern.quote(valid), wrong));

    assertThat(result.error().code()).isEqualTo("INVALID_ARGUMENTS");
    assertThat(result.error().details().get("fields")).startsWith(field);
    assertThat(result.charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.debits()).isEmpty();
  }

  @Test
  void fieldsRefusedByTheServiceAreNamed() {
    try (AgentFixture own = AgentFixture.withBalance("1.00")) {
      ToolResult result =
          own.tools().call("create_load", AgentFixture.load("PO-1").replace("\"KY\"", "\"ZZ\""));

      assertThat(result.error().details()).containsEntry("fields", "pickups.0.state");
      assertThat(result.error().message())
          .isEqualTo(
              "The service refused these fields: pickups.0.state. Nothing was charged. Correct them,"
                  + " or ask the user for them, then call again.");
    }
  }

  @ParameterizedTest
  @CsvSource({"..", "LD/1", "'LD 1'", "''", "LD-2026-0001?x=1"})
  void loadNumberCannotChangeThePath(String loadNumber) {
    ToolResult result = tools.position(loadNumber);

    assertThat(result.error().message()).contains("loadNumber: expected a load number");
    assertThat(fixture.sent(Operation.GET_LOAD_POSITION)).isZero();
  }

  /** Models fill optional arguments. */
  @ParameterizedTest
  @ValueSource(strings = {"null", "\"\"", "\" \""})
  void blankOptionalArgumentIsMissing(String blank) {
    String load =
        AgentFixture.load("PO-1")
            .replace("\"40701\"", "\"40701\",\"date\":" + blank)
            .replace("\"PO-1\"", "\"PO-1\",\"rate\":" + blank);
    assertThat(tools.call("create_load", load).failed()).isFalse();

    assertThat(tools.call("list_loads", "{\"customerRef\":" + blank + "}").json()).contains("PO-1");
    assertThat(tools.call("create_load", load.replace("\"PO-1\"", blank)).error().message())
        .contains("customerRef: ");
  }

  @Test
  void toolWithoutArgumentsAcceptsNone() {
    assertThat(tools.call("get_budget", "").failed()).isFalse();
    assertThat(tools.call("get_budget", "{}").failed()).isFalse();
    assertThat(tools.named("get_budget").invoke(null, null).failed()).isFalse();
    assertThat(tools.call("get_budget", "{\"a\":1}").error().message())
        .contains("unknown \"a\"; this tool takes none");
  }

  @Property(tries = 250, seed = "1312846401")
  void arbitraryTextIsRefusedWithoutACharge(@ForAll("calls") String arguments) {
    for (AgentTool tool : tools.all()) {
      if (!tool.inputSchema().contains("\"required\"")) continue;
      ToolResult result = tool.invoke(arguments, ToolCallContext.anonymous());

      assertThat(result.failed()).isTrue();
      assertThat(result.error().code()).isEqualTo("INVALID_ARGUMENTS");
      assertThat(Json.object(result.json())).containsOnlyKeys("error");
    }
    assertThat(fixture.debits()).isEmpty();
  }

  /** Valid calls with something cut out or put in, and plain noise. */
  @Provide
  Arbitrary<String> calls() {
    String valid = AgentFixture.load("PO-1");
    Arbitrary<String> cut =
        Arbitraries.integers().between(0, valid.length() - 1).map(i -> valid.substring(0, i));
    Arbitrary<String> put =
        Arbitraries.integers()
            .between(1, 300)
            .map(i -> valid.substring(0, i % valid.length()) + "\u0000{" + valid);
    return Arbitraries.oneOf(cut, put, Arbitraries.strings().ofMaxLength(40));
  }
}
