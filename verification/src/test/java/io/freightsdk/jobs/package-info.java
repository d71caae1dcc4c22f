/** Jobs with a ledger and killed instances, and jobs that follow trucks in virtual time. */
package io.freightsdk.jobs;
