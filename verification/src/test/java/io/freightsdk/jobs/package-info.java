/** Jobs beside a ledger, as an application has them: instances that are killed, and what ends. */
package io.freightsdk.jobs;
