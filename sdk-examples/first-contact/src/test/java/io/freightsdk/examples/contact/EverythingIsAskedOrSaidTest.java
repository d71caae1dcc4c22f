package io.freightsdk.examples.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Each answer of the description and each row of CHOICES.md has a question, or a reason why there
 * is none. Whoever adds one says which.
 */
class EverythingIsAskedOrSaidTest {
  private static final Path CHOICES = Path.of("../../in-memory-server/CHOICES.md");

  private final Set<String> asked =
      Questions.all().stream()
          .flatMap(question -> question.covers().stream())
          .collect(Collectors.toCollection(TreeSet::new));
  private final List<String> left =
      NotAsked.ALL.stream().flatMap(reason -> reason.what().stream()).toList();

  @Test
  void eachAnswerOfTheDescriptionHasAQuestionOrAReason() {
    assertThat(without(Description.PUBLISHED.answers())).isEmpty();
  }

  @Test
  void eachRowOfTheChoicesHasAQuestionOrAReason() throws IOException {
    assertThat(choices()).hasSizeGreaterThan(70);
    assertThat(without(choices())).isEmpty();
  }

  @Test
  void nothingIsAskedOrLeftThatThereIsNot() throws IOException {
    Set<String> known = new TreeSet<>(Description.PUBLISHED.answers());
    known.addAll(choices());
    for (Operation operation : Operation.values()) known.add(operation.id());

    assertThat(known).containsAll(asked).containsAll(left);
  }

  @Test
  void nothingIsBothAskedAndLeftNorLeftTwice() {
    assertThat(left).doesNotHaveDuplicates().doesNotContainAnyElementsOf(asked);
  }

  @Test
  void eachSentenceIsAskedOnce() {
    assertThat(Questions.all()).extracting(Question::sentence).doesNotHaveDuplicates();
  }

  /** An operation as a whole has a reason, such as one whose bodies are not published. */
  private List<String> without(List<String> all) {
    return all.stream()
        .filter(one -> !asked.contains(one) && !left.contains(one))
        .filter(one -> !left.contains(one.replaceFirst(" .*", "")))
        .toList();
  }

  private static List<String> choices() throws IOException {
    List<String> rows = new ArrayList<>();
    for (String line : Files.readAllLines(CHOICES)) {
      String[] cells = line.split(" ?\\| ?", -1);
      boolean isRow = cells.length == 5 && cells[1].matches("[0-9.]+");
      if (isRow) rows.add(cells[2]);
    }
    return rows;
  }
}
