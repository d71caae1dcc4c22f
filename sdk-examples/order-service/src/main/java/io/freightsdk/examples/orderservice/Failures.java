package io.freightsdk.examples.orderservice;

import io.freightsdk.error.FreightException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * What callers learn of a call of the service that failed: a status, and the id under which the log
 * has the rest. The message names balances, prices and limits, which are not for customers.
 */
@RestControllerAdvice
class Failures {
  @ExceptionHandler
  ResponseEntity<String> answer(FreightException failure) {
    HttpStatus status =
        switch (failure.nextStep()) {
          case FIX_REQUEST -> HttpStatus.BAD_REQUEST;
          case WAIT_FOR_DRIVER -> HttpStatus.CONFLICT;
          case RETRY_LATER, RETRY_WITH_SAME_KEY, TOP_UP, RAISE_LIMIT ->
              HttpStatus.SERVICE_UNAVAILABLE;
          case FIX_KEY, FIX_SETUP, NONE -> HttpStatus.BAD_GATEWAY;
        };
    return ResponseEntity.status(status).body(failure.callId());
  }
}
