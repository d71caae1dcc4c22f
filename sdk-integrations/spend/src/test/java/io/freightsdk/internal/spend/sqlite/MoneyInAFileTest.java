package io.freightsdk.internal.spend.sqlite;

import io.freightsdk.internal.spend.MoneyModelContract;
import io.freightsdk.spend.TestStorage;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** The model of the money, with its rows in a file. */
class MoneyInAFileTest extends MoneyModelContract {
  @TempDir Path folder;

  @Override
  protected TestStorage storage() {
    return TestStorage.file(folder.resolve(UUID.randomUUID().toString()));
  }

  @Override
  protected int programs() {
    return 60;
  }
}
