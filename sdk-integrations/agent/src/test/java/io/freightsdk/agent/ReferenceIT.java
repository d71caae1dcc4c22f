package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.agent.ReferenceCheck.Verdict;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One order is one load, however a model writes its reference. */
class ReferenceIT {
  private final AgentFixture fixture = AgentFixture.withBalance("100.00");

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PO-7731\\u200b",
        "PO\\u00ad-7731",
        "PO-7731\\u00a0",
        "\\u202ePO-7731",
        "PO-7731\\u3164",
        "PO-\\t7731"
      })
  void whatCannotBeSeenIsRefused(String escaped) {
    ToolResult result = fixture.tools().createLoad(escaped);

    assertThat(result.error().code()).isEqualTo("INVALID_ARGUMENTS");
    assertThat(result.error().message())
        .contains("customerRef: character")
        .contains("cannot be seen");
    assertThat(fixture.sent(Operation.CREATE_LOAD)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "po-7731",
        "PO 7731",
        "PO7731",
        "PO_7731",
        "PO - 7731",
        "PO\u20107731",
        "PO\u22127731",
        "\uff30\uff2f-\uff17\uff17\uff13\uff11",
        "\u0420\u041e-7731",
        "\u03a1\u039f-7731",
        "P.O. 7731",
        "PO#7731",
        "PO:07731",
        "PO-007731",
        "(PO) 7731"
      })
  void whatLooksTheSameIsAskedAbout(String similar) {
    AgentFixture.Toolbox tools = fixture.tools();
    Object loadNumber = Json.at(tools.createLoad("PO-7731"), "loadNumber");

    ToolError error = tools.createLoad(similar).error();

    assertThat(error.code()).isEqualTo("REFERENCE_LOOKS_ALIKE");
    assertThat(error.retry()).isEqualTo(ToolError.Retry.CHANGED_ARGUMENTS);
    assertThat(error.message())
        .contains("is this the order \"PO-7731\" of " + loadNumber + "?")
        .contains("Nothing was charged.");
    assertThat(fixture.debits()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PO-7732", "PO-77310", "P-7731", "77-31", "7-731", "PO-7731-2"})
  void whatLooksDifferentIsAnotherOrder(String other) {
    AgentFixture.Toolbox tools = fixture.tools();
    tools.createLoad("PO-7731");
    tools.createLoad("773-1");

    assertThat(tools.createLoad(other).isError()).isFalse();
  }

  @Test
  void aPersonMaySayThatItIsAnotherOrder() {
    AgentFixture.Toolbox tools = fixture.tools(b -> b.approver(request -> true));
    Object first = Json.at(tools.createLoad("X-1"), "loadNumber");
    String other = AgentFixture.load("x-1");

    ToolResult guessed = tools.call("create_load", differing(other, "LD-2026-9999"));
    ToolResult told = tools.call("create_load", differing(other, first.toString()));
    ToolResult again = tools.call("create_load", other);

    assertThat(guessed.error().code()).isEqualTo("REFERENCE_LOOKS_ALIKE");
    assertThat(Json.at(told, "created")).isEqualTo(true);
    assertThat(again.charge()).as("known by now, and the same call").isEqualTo(Charge.NONE);
    assertThat(tools.createLoad("X-1").charge()).isEqualTo(Charge.NONE);
    assertThat(fixture.debits()).hasSize(2);
  }

  @Test
  void aLookAlikeOfACreationWhoseAnswerIsLostWaits() {
    AgentFixture.Toolbox tools = fixture.tools();
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    tools.createLoad("X-1");

    assertThat(tools.createLoad("x-1").error().message())
        .contains("\"X-1\", whose creation is not answered yet");
    tools.createLoad("X-1");
    assertThat(tools.createLoad("x-1").error().message()).contains("of LD-");
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void lookAlikesAtOnceMakeOneLoad() throws Exception {
    AgentFixture.Toolbox tools = fixture.tools();
    String[] alike = {"X-1", "x-1", "X 1", "x1", "X_1", "x 1"};

    AgentFixture.inParallel(alike.length, i -> tools.createLoad(alike[i]));

    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void theApplicationComparesReferencesWithItsOrders() {
    ReferenceCheck orders =
        (ref, scope) ->
            switch (ref) {
              case "PO-1" -> Verdict.known();
              case "PO-l" -> Verdict.meant("PO-1");
              case "PO-broken" -> throw new IllegalStateException("secret");
              default -> Verdict.unknown();
            };
    AgentFixture.Toolbox tools = fixture.tools(b -> b.referenceCheck(orders));

    ToolResult broken = tools.createLoad("PO-broken");

    assertThat(tools.createLoad("PO-1").isError()).isFalse();
    assertThat(tools.createLoad("PO-l").error().message()).contains("whether \"PO-1\" is meant");
    assertThat(tools.createLoad("PO-9").error().code()).isEqualTo("REFERENCE_UNKNOWN");
    assertThat(broken.error().code()).isEqualTo("REFERENCE_UNCHECKED");
    assertThat(broken.error().retry()).isEqualTo(ToolError.Retry.AFTER_DELAY);
    assertThat(broken.json()).doesNotContain("secret");
    assertThat(fixture.debits()).hasSize(1);
  }

  private static String differing(String load, String from) {
    return load.replaceFirst("\\{", "{\"differsFrom\":\"" + from + "\",");
  }

  /** Ways in which a model writes one order again, all with the same load. */
  static Stream<String> spellings() {
    return Stream.of(
        "po-32216",
        "PO 32216",
        "PO32216",
        "PO_32216",
        "\u0420\u041e-32216",
        "PO\u201332216",
        "\uff30\uff2f-32216",
        "P.O. 32216",
        "PO#32216",
        "PO:32216",
        "PO-32216/1",
        "Order 32216",
        "Order PO-32216",
        "32216",
        "#32216",
        "PO-32216 (Dallas)",
        "PO-032216",
        "PO-32216-retry",
        "PO-32216-2",
        "PO-32216 copy",
        "Purchase order 32216",
        "load-32216",
        "TRY-2",
        "again");
  }

  @Test
  void oneOrderInManySpellingsIsPaidOnce() {
    AgentFixture.Toolbox tools = fixture.tools();
    String load = AgentFixture.load("PO-32216");
    Object first = Json.at(tools.call("create_load", load), "loadNumber");
    spellings()
        .forEach(
            ref -> {
              String again = load.replace("PO-32216", ref);
              ToolError error = tools.call("create_load", again).error();
              assertThat(error.code()).as(ref).endsWith("_LOOKS_ALIKE");
              assertThat(error.message()).contains("\"PO-32216\" of " + first);
              ToolError alone =
                  tools.call("create_load", differing(again, first.toString())).error();
              assertThat(alone.code()).as("nobody was asked").isEqualTo("APPROVAL_REQUIRED");
            });
    assertThat(fixture.debits()).hasSize(1);
  }

  @Test
  void theSameLoadIsAnotherOrderOnAnotherDay() {
    AgentFixture.Toolbox tools = fixture.tools();
    String load = AgentFixture.load("A-1");
    tools.call("create_load", load);
    assertThat(tools.call("create_load", load.replace("A-1", "B-2")).error().code())
        .isEqualTo("LOAD_LOOKS_ALIKE");
    fixture.later(Duration.ofHours(25));
    assertThat(tools.call("create_load", load.replace("A-1", "B-2")).isError()).isFalse();
  }

  @Test
  void anotherDriverOrAnotherZipIsAnotherLoad() {
    AgentFixture.Toolbox tools = fixture.tools();
    String load = AgentFixture.load("A-1");
    tools.call("create_load", load);
    String driver = load.replace("A-1", "B-2").replace(AgentFixture.phone("A-1"), "+12145550199");
    String zip = load.replace("A-1", "C-3").replace("75201", "75202");
    assertThat(tools.call("create_load", driver).isError()).isFalse();
    assertThat(tools.call("create_load", zip).isError()).isFalse();
  }

  @Test
  void twoProcessesAtOnceMakeOneLoadOfOneOrder() throws Exception {
    List<AgentFixture.Toolbox> hosts = new ArrayList<>();
    for (int i = 0; i < 2; i++) hosts.add(fixture.tools(b -> b));
    for (int order = 0; order < 8; order++) {
      String[] refs = {"TW-" + order, "tw " + order};
      AgentFixture.inParallel(2, i -> hosts.get(i).createLoad(refs[i]));
    }
    assertThat(fixture.debits()).hasSize(8);
  }

  @Test
  void anOrderThatWasRefusedIsClaimedByNobody() {
    AgentFixture.Toolbox tools = fixture.tools(b -> b.limits(SpendLimits.total("0.10")));
    assertThat(tools.createLoad("PO-1").error().code()).isEqualTo("SPEND_LIMIT");
    assertThat(tools.createLoad("po 1").error().code()).isEqualTo("SPEND_LIMIT");
  }

  @Test
  void theApplicationThatKnowsItsOrdersNeedsNoPerson() {
    AgentFixture.Toolbox tools =
        fixture.tools(b -> b.referenceCheck((ref, scope) -> Verdict.known()));
    String load = AgentFixture.load("A-1");
    Object first = Json.at(tools.call("create_load", load), "loadNumber");
    String shuttle = load.replace("A-1", "B-2");
    assertThat(tools.call("create_load", shuttle).error().code()).isEqualTo("LOAD_LOOKS_ALIKE");
    assertThat(tools.call("create_load", differing(shuttle, first.toString())).isError()).isFalse();
    assertThat(fixture.debits()).hasSize(2);
  }

  @Test
  void aLookUpByALookAlikeSaysWhoseItIs() {
    AgentFixture.Toolbox tools = fixture.tools();
    Object first = Json.at(tools.createLoad("PO-1"), "loadNumber");
    ToolError error = tools.call("get_load_position", "{\"customerRef\":\"po 1\"}").error();
    assertThat(error.code()).isEqualTo("REFERENCE_LOOKS_ALIKE");
    assertThat(error.retry()).isEqualTo(ToolError.Retry.CHANGED_ARGUMENTS);
    assertThat(error.message()).contains("load " + first + " has \"PO-1\"");
  }
}
