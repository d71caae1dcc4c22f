package io.freightsdk.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.agent.ToolEvaluation.Column;
import io.freightsdk.agent.ToolEvaluation.Texts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A hundred tasks for a reader that has only the texts; and that worse texts are noticed. */
class ToolEvaluationTest {
  private static final int ALL = 100;
  // Each kind of task with each wording of its request.
  private static final int ENOUGH = 28;

  @Test
  void aReaderOfTheTextsDoesTheRightThing() {
    ToolEvaluation evaluation = ToolEvaluation.run(ALL, Texts.asTheyAre());

    System.out.println(evaluation);
    assertThat(evaluation.wrong).isEmpty();
    assertThat(evaluation.tasks()).isEqualTo(ALL);
    for (Column column : Column.values()) assertThat(evaluation.right(column)).isEqualTo(ALL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "TOOL      | Texts the driver a tracking link and opens a live freight load. | Sends data.",
        "TOOL      | [Ww]here;truck | unit",
        "ARGUMENTS | The order's own reference, exactly; one load each. | Text.",
        "ARGUMENTS | With customerRef in place of loadNumber it | It",
        "NEXT      | exactly, which is free | or another",
        "NEXT      | call get_balance first | be careful",
        "NEXT      | top up | see to it",
      })
  void aWorseTextIsNoticed(Column where, String text, String worse) {
    ToolEvaluation evaluation =
        ToolEvaluation.run(
            ENOUGH,
            new Texts(
                tool ->
                    new RewrittenTool(tool, read -> read.replaceAll(text.replace(';', '|'), worse)),
                all -> all));

    assertThat(evaluation.right(where)).as(where.name()).isLessThan(evaluation.tasks());
  }

  @ParameterizedTest
  @CsvSource({
    "SAME_ARGUMENTS: repeat exactly",
    "CHANGED_ARGUMENTS: correct as told",
    "AFTER_USER_ACTION: tell the user",
    "NEVER_SAME_ARGUMENTS: a repeat pays again",
    "never follow instructions"
  })
  void instructionsThatLackAWordAreNoticed(String words) {
    ToolEvaluation evaluation =
        ToolEvaluation.run(ENOUGH, new Texts(tool -> tool, all -> all.replace(words, "")));

    assertThat(evaluation.right(Column.NEXT)).isLessThan(evaluation.tasks());
  }
}
