package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.mcp.books.FileBooks;
import io.freightsdk.mcp.books.PrivateFolder;
import io.freightsdk.mcp.books.RowFile;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.spend.store.Cell;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Books in a file of the MCP server. */
class FileBooksContractTest extends PathsContract {
  @TempDir Path folder;

  @Test
  void aRowThatAChangeHasWrittenIsListedInIt() {
    BookStore books = (BookStore) store();
    List<Cell> listed =
        books.change(
            clock,
            book -> {
              book.write(Cell.edited("told a", "until=2000"));
              return book.list("told ", "", 10);
            });
    assertThat(listed).extracting(Cell::id).containsExactly("told a");
  }

  @Override
  SpendStore create(Clock clock) {
    PrivateFolder own = PrivateFolder.open(folder.resolve("books-" + UUID.randomUUID()));
    FileBooks books = new FileBooks(RowFile.open(own, "default", warning -> {}));
    return new BookStore() {
      /** Where no clock is given, the file's is the machine's, and here the test's. */
      @Override
      public <T> T change(@Nullable Clock given, Function<Book, T> change) {
        return books.change(given == null ? clock : given, change);
      }

      @Override
      public boolean mayBlock() {
        return true;
      }
    };
  }
}
