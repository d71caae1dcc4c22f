/** Jobs and a ledger in one application, with killed instances. */
package io.freightsdk.jobs;
