package io.freightsdk.examples.dispatch;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.LoadStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Keeps the status of open orders current, as far as the day's money goes. */
@Component
class FollowJob {
  private static final Logger LOG = LoggerFactory.getLogger(FollowJob.class);

  private final FreightClient freight;
  private final JdbcClient database;

  FollowJob(FreightClient freight, JdbcClient database) {
    this.freight = freight;
    this.database = database;
  }

  @Scheduled(fixedDelayString = "${dispatch.follow-every}", initialDelayString = "PT1M")
  void follow() {
    for (String load :
        database
            .sql("SELECT load_number FROM dispatch_order WHERE status <> ?")
            .param(LoadStatus.DELIVERED.value())
            .query(String.class)
            .list()) {
      try {
        String status = freight.getLoadPosition(load, DispatchService.SHARED).status().value();
        database
            .sql("UPDATE dispatch_order SET status = ? WHERE load_number = ?")
            .params(status, load)
            .update();
      } catch (SpendLimitExceededException spent) {
        LOG.info("{}; the others follow later", spent.getMessage());
        return;
      } catch (FreightException failed) {
        LOG.warn("load {}: {}", load, failed.getMessage());
      }
    }
  }
}
