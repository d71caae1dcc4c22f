package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.AgentFixture.Toolbox;
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
    AgentFixture.Toolbox tools = fixture.tools(b -> b.unlimited().approver(request -> true));
    Object first = Json.at(tools.createLoad("X-1"), "loadNumber");
    String other = AgentFixture.load("x-1");

    ToolResult guessed = tools.call("create_load", differing(other, "LD-2026-9999"));
    ToolResult told = tools.call("create_load", differing(other, first.toString()));
    ToolResult again = tools.call("create_load", other);

    assertThat(guessed.error().code()).isEqualTo("REFERENCE_LOOKS_ALIKE");
    assertThat(Json.at(told, "created")).isEqualTo(true);
    assertThat(again.repeated()).as("known by now, and the same call").isTrue();
    assertThat(tools.createLoad("X-1").repeated()).isTrue();
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
    AgentFixture.Toolbox tools = fixture.tools(b -> b.unlimited().referenceCheck(orders));

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
    for (int i = 0; i < 2; i++) hosts.add(fixture.tools(b -> b.unlimited()));
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
        fixture.tools(b -> b.unlimited().referenceCheck((ref, scope) -> Verdict.known()));
    String load = AgentFixture.load("A-1");
    Object first = Json.at(tools.call("create_load", load), "loadNumber");
    String shuttle = load.replace("A-1", "B-2");
    assertThat(tools.call("create_load", shuttle).error().code()).isEqualTo("LOAD_LOOKS_ALIKE");
    assertThat(tools.call("create_load", differing(shuttle, first.toString())).isError()).isFalse();
    assertThat(fixture.debits()).hasSize(2);
  }

  @Test
  void whereNobodyCanBeAskedTheAdviceAboutALookAlikeIsTrue() {
    String load = AgentFixture.load("A-1");
    AgentFixture.Toolbox asking = fixture.tools(b -> b.unlimited().approvalAbove("100"));
    AgentFixture.Toolbox limited = fixture.tools(b -> b.limits(SpendLimits.perDay("5.00")));
    String first = Json.at(limited.call("create_load", load), "loadNumber").toString();
    String shuttle = differing(load.replace("A-1", "B-2"), first);
    for (AgentFixture.Toolbox tools : List.of(asking, limited)) {
      assertThat(tools.call("create_load", shuttle).error().message())
          .contains("another order needs a person's word", "--look-alikes-without-approval")
          .doesNotContain("approvalAbove", "in the application");
    }
    AgentFixture.Toolbox advised =
        fixture.tools(b -> b.limits(SpendLimits.perDay("5.00")).lookAlikesWithoutApproval());
    assertThat(advised.call("create_load", load.replace("A-1", "B-2")).error().code())
        .as("without differsFrom")
        .isEqualTo("LOAD_LOOKS_ALIKE");
    assertThat(advised.call("create_load", shuttle).isError()).isFalse();
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

  /** Two orders on one lane, and one that is the second of them written otherwise. */
  private String secondOfTwo(Toolbox tools) {
    String load = AgentFixture.load("A-1");
    String first = Json.at(tools.call("create_load", load), "loadNumber").toString();
    fixture.later(Duration.ofSeconds(1));
    String second = differing(load.replace("A-1", "B-2"), first);
    assertThat(tools.call("create_load", second).isError()).isFalse();
    return second.replace("B-2", "b 2");
  }

  @Test
  void differsFromNamesTheOrderThatLooksMostAlike() {
    Toolbox advised = fixture.tools(b -> b.unlimited().lookAlikesWithoutApproval());
    String again = secondOfTwo(advised);

    ToolError error = advised.call("create_load", again).error();

    assertThat(error.code()).isEqualTo("LOAD_LOOKS_ALIKE");
    assertThat(error.message()).contains("is this the order \"B-2\" of LD-");
    assertThat(fixture.debits()).hasSize(2);

    String third = AgentFixture.load("A-1").replace("A-1", "C-3");
    String newest = Json.at(advised.call("create_load", load("B-2")), "loadNumber").toString();
    assertThat(advised.call("create_load", differing(third, newest)).isError())
        .as("a third order on the lane")
        .isFalse();
  }

  @Test
  void aPersonIsToldOfAllOrdersThatLookAlike() {
    List<String> asked = new ArrayList<>();
    Approver person =
        question -> {
          asked.add(question.summary());
          return true;
        };
    Toolbox tools = fixture.tools(b -> b.unlimited().approvalAbove("5.00").approver(person));
    String again = secondOfTwo(tools);
    String second = Json.at(tools.call("create_load", load("B-2")), "loadNumber").toString();
    again = again.replaceFirst("LD-[0-9-]+", second);

    assertThat(tools.call("create_load", again).isError()).isFalse();

    assertThat(asked.get(1))
        .contains(
            "which looks like order \"B-2\" of load \"" + second + "\" and order \"A-1\" of load");
    for (int i = 4; i < 7; i++) {
      String next = load("D-" + i);
      String message = tools.call("create_load", next).error().message();
      String named = message.replaceFirst("(?s).*differsFrom \"(LD-[^\"]+)\".*", "$1");
      assertThat(tools.call("create_load", differing(next, named)).isError()).as(next).isFalse();
    }
    assertThat(asked.get(4)).contains("and 2 more").hasSizeLessThan(600);
  }

  @Test
  void anOrderWhoseAnswerIsLostIsSettledFirst() {
    Toolbox advised = fixture.tools(b -> b.unlimited().lookAlikesWithoutApproval());
    String first = Json.at(advised.call("create_load", load("A-1")), "loadNumber").toString();
    fixture.later(Duration.ofSeconds(1));
    String lost = differing(load("B-2"), first);
    fixture.server.faults().next(Operation.CREATE_LOAD, Fault.closeAfterCommit());
    advised.call("create_load", lost);

    ToolError error = advised.call("create_load", differing(load("C-3"), first)).error();

    assertThat(error.message()).contains("\"B-2\", whose creation is not answered yet");
    String second = Json.at(advised.call("create_load", lost), "loadNumber").toString();
    assertThat(advised.call("create_load", differing(load("C-3"), second)).isError()).isFalse();
  }

  /** Loads of one driver on one lane. */
  private static String load(String customerRef) {
    return AgentFixture.load("A-1").replace("A-1", customerRef);
  }
}
