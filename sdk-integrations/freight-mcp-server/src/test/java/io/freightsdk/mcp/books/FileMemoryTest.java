package io.freightsdk.mcp.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.spend.SpendLedgerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools remember in a file; what a crash leaves of it is tested with the ledger's. */
class FileMemoryTest {
  @TempDir Path folder;

  private FileMemory open() {
    return FileMemory.open(folder.resolve("default.orders"));
  }

  private static Map<String, String> all(FileMemory memory) {
    return memory.change(rows -> new TreeMap<>(rows.list("")));
  }

  private static void write(FileMemory memory, String id, String text) {
    boolean unused =
        memory.change(
            rows -> {
              rows.write(id, text);
              return true;
            });
  }

  @Test
  void rowsAreKeptExactlyAndListedByTheirPrefix() {
    write(open(), "ref PO", "\"upper\"\n\u20ac");
    FileMemory memory = open();
    Map<String, String> seen =
        memory.change(
            rows -> {
              rows.write("ref po", "lower");
              rows.write("other", "1");
              rows.write("ref gone", "1");
              rows.delete("ref gone");
              assertThat(rows.read("ref gone")).isNull();
              return new TreeMap<>(rows.list("ref "));
            });
    assertThat(seen)
        .containsExactly(Map.entry("ref PO", "\"upper\"\n\u20ac"), Map.entry("ref po", "lower"));
    assertThat(all(open())).containsAllEntriesOf(seen).containsKey("other").hasSize(3);
  }

  @Test
  void aChangeThatThrowsChangesNothing() {
    FileMemory memory = open();
    assertThatThrownBy(
            () ->
                memory.change(
                    rows -> {
                      rows.write("a", "1");
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(all(memory)).isEmpty();
    assertThat(all(open())).isEmpty();
  }

  @Test
  void whatOneProcessRemembersOthersKnow() {
    FileMemory one = open();
    FileMemory other = open();
    write(one, "a", "1");
    write(other, "b", "2");
    assertThat(all(one)).isEqualTo(all(other)).hasSize(2);
  }

  @Test
  void aFileThatIsWrittenAnewHasTheSameRows() throws IOException {
    FileMemory memory = open();
    for (int i = 0; i < 500; i++) write(memory, "row " + i % 100, i + "x".repeat(4_000));
    assertThat(Files.size(folder.resolve("default.orders"))).isLessThan(1_700_000);
    assertThat(all(open())).isEqualTo(all(memory)).hasSize(100);
  }

  @Test
  void aFileThatIsGoneIsNotBegunAgain() throws IOException {
    FileMemory memory = open();
    write(memory, "a", "1");
    Files.delete(folder.resolve("default.orders"));
    assertThatThrownBy(() -> write(memory, "a", "2"))
        .isInstanceOf(SpendLedgerException.class)
        .hasMessageContaining("has gone");
    assertThatThrownBy(this::open).hasMessageContaining("has gone");
  }
}
