package io.freightsdk.outbox;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.MARIADB)
@Tag("slow") // needs MariaDB
class KilledProcessOnMariadbIT extends KilledProcessIT {
  @BeforeEach
  void empty() {
    TestDatabases.empty(url());
  }

  @Override
  String url() {
    return Needs.Part.MARIADB.url();
  }
}
