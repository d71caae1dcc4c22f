package io.freightsdk.outbox;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.POSTGRES)
@Tag("slow") // needs PostgreSQL
class KilledProcessOnPostgresIT extends KilledProcessIT {
  @BeforeEach
  void empty() {
    TestDatabases.empty(url());
  }

  @Override
  String url() {
    return Needs.Part.POSTGRES.url();
  }
}
