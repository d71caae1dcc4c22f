package io.freightsdk.verify;

import javax.sql.DataSource;

class VerificationOnH2Test extends VerificationContract {
  @Override
  DataSource pool() {
    return MistakesTest.pool();
  }
}
