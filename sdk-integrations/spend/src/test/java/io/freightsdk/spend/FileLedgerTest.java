package io.freightsdk.spend;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a ledger, in a file. */
@Tag("slow") // MemoryLedgerTest has the rules, and the databases job of each pull request runs this
class FileLedgerTest extends LedgerContract {
  @TempDir Path folder;

  @Override
  protected TestStorage storage() {
    return TestStorage.file(folder.resolve("ledger"));
  }
}
