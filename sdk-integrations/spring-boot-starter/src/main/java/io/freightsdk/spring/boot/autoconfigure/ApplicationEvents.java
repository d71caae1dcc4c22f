package io.freightsdk.spring.boot.autoconfigure;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

/**
 * Tells the application what happened, each in a transaction of its own, where there are
 * transactions: what one listener has written is rolled back when another one throws, because all
 * are told again then.
 */
record ApplicationEvents(BeanFactory beans, ApplicationEventPublisher events) {
  private static final boolean TRANSACTIONS =
      ClassUtils.isPresent(
          "org.springframework.transaction.PlatformTransactionManager",
          ApplicationEvents.class.getClassLoader());

  /** Returns when every listener has, or throws what one of them threw. */
  void publish(Object event) {
    publish(event, TransactionDefinition.PROPAGATION_REQUIRES_NEW);
  }

  /** The same in no transaction, also if the caller is in one. */
  void publishOutside(Object event) {
    publish(event, TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
  }

  private void publish(Object event, int propagation) {
    if (TRANSACTIONS) InTransaction.publish(this, event, propagation);
    else events.publishEvent(event);
  }

  /** Apart, because Spring's transactions may be missing. */
  private static final class InTransaction {
    private InTransaction() {}

    static void publish(ApplicationEvents to, Object event, int propagation) {
      PlatformTransactionManager manager =
          to.beans.getBeanProvider(PlatformTransactionManager.class).getIfUnique();
      if (manager == null) {
        to.events.publishEvent(event);
        return;
      }
      TransactionTemplate transaction = new TransactionTemplate(manager);
      transaction.setPropagationBehavior(propagation);
      transaction.executeWithoutResult(status -> to.events.publishEvent(event));
    }
  }
}
