package io.freightsdk.spend;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a ledger, in a file. */
class FileLedgerTest extends LedgerContract {
  @TempDir Path folder;

  @Override
  protected TestStorage storage() {
    return TestStorage.file(folder.resolve("ledger"));
  }
}
